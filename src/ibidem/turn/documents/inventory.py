"""Counts what the corpus holds; the sentences about that and about ibidem itself."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from ibidem.domain.documents import DocumentKind, SearchFilters
from ibidem.domain.languages import Language
from ibidem.profile import Profile
from ibidem.turn.context import TurnContext

LIST_PAGE = 10  # documents: as many as can be picked by their numbers without counting
_MOST_NAMED = 8  # devices and types in a count; the rest are a number


@dataclass(frozen=True, slots=True)
class Inventory:
    """How many documents there are, and how many of each type and device."""

    documents: int
    doc_types: Counter[str]
    devices: Counter[str]


async def inventory_of(filters: SearchFilters, context: TurnContext) -> Inventory:
    """The readable documents that pass the filters, as `DocumentStore.documents` understands them."""
    if filters.doc_ids or filters.fields:
        number = await context.documents.count(context.principal, filters)
        named = await context.documents.documents(context.principal, number, filters=filters)
        kinds = [DocumentKind(one.doc_type, one.devices, 1, one.owner) for one in named]
    else:
        kinds = [kind for kind in (await context.documents.words(context.principal)).kinds if passes(kind, filters)]
    doc_types: Counter[str] = Counter()
    devices: Counter[str] = Counter()
    for kind in kinds:
        doc_types[kind.doc_type] += kind.documents
        devices.update(dict.fromkeys(kind.devices, kind.documents))
    return Inventory(doc_types.total(), doc_types, devices)


def passes(kind: DocumentKind, filters: SearchFilters) -> bool:
    """Whether these documents are of one of the devices, types and owners."""
    of_device = not filters.devices or not set(filters.devices).isdisjoint(kind.devices)
    of_owner = not filters.owners or kind.owner in filters.owners
    return of_device and of_owner and (not filters.doc_types or kind.doc_type in filters.doc_types)


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryWording:
    """The sentences in one language; `{}` takes numbers, names, or a list of names with their numbers."""

    introduction: str
    documents: str
    documents_of: str
    by_type: str
    by_device: str
    others: str
    page: str
    how_on: str
    how_to_open: str
    none_of: str
    end: str


INVENTORY_WORDINGS: Mapping[Language, InventoryWording] = {
    "ko": InventoryWording(
        introduction=(
            "저는 ibidem입니다. 여기 있는 문서 {}건에서 답을 찾아 출처와 함께 알려 드리고, 답이 없으면 없다고 말씀드립니다.\n"
            "궁금한 점을 편하게 물어보세요. 이어서 더 물어보셔도 됩니다. “문서 목록”이라고 하시면 어떤 문서가 있는지, “2번 문서 "
            "보여줘”라고 하시면 그 문서의 전문을 보여 드립니다."
        ),
        documents="문서는 모두 {}건입니다.",
        documents_of="{} 문서는 모두 {}건입니다.",
        by_type="종류별: {}",
        by_device="장비별: {}",
        others="그 밖에 {}가지",
        page="{}건 중 {}~{}번째:",
        how_on="이어지는 목록은 “다음 페이지”라고 하시면 보여 드립니다.",
        how_to_open="“2번 문서 보여줘”처럼 말씀하시면 그 문서를 보여 드립니다.",
        none_of="{}에 해당하는 읽을 수 있는 문서가 없습니다.",
        end="목록의 끝입니다. 문서는 모두 {}건입니다.",
    ),
    "en": InventoryWording(
        introduction=(
            "I am ibidem. I look for answers in the documents here ({} of them), show where each one stands, and say so when "
            "they do not hold it.\nAsk in your own words, and ask on. “List the documents” shows what there is, “show document "
            "2” the whole text of a document."
        ),
        documents="Documents: {}.",
        documents_of="Documents on {}: {}.",
        by_type="By type: {}",
        by_device="By device: {}",
        others="{} others",
        page="{1} to {2} of {0}:",
        how_on="Say “next page” to see more.",
        how_to_open="Say “show document 2” to open one.",
        none_of="There are no documents on {} that you may read.",
        end="This is the end of the list. Documents: {}.",
    ),
    "ja": InventoryWording(
        introduction=(
            "ibidemです。ここにある文書{}件から答えを探し、出典を添えてお答えします。文書に答えがないときは、ないとお伝えします。\n"
            "知りたいことをそのままお尋ねください。続けて質問していただけます。「文書一覧」で文書の一覧を、「2番の文書を見せて」で文書の"
            "全文をお見せします。"
        ),
        documents="文書は全部で{}件です。",
        documents_of="{}の文書は全部で{}件です。",
        by_type="種類別: {}",
        by_device="装置別: {}",
        others="ほか{}種類",
        page="{}件中{}〜{}件目:",
        how_on="続きは「次のページ」とおっしゃればお見せします。",
        how_to_open="「2番の文書を見せて」のようにおっしゃれば、その文書をお見せします。",
        none_of="{}に当てはまる、閲覧できる文書はありません。",
        end="一覧は以上です。文書は全部で{}件です。",
    ),
}


def counted(counts: Counter[str], labels: Mapping[str, str], wording: InventoryWording) -> str:
    """The names with their numbers, the most frequent first."""
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    parts = [f"{labels.get(name, name)} {number}" for name, number in ordered[:_MOST_NAMED]]
    if len(ordered) > _MOST_NAMED:
        parts.append(wording.others.format(len(ordered) - _MOST_NAMED))
    return ", ".join(parts)


def labels_of(profile: Profile, language: Language) -> dict[str, str]:
    """The types of the profile as people call them."""
    return {doc_type.name: doc_type.label.get(language, doc_type.name) for doc_type in profile.doc_types}
