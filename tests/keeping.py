"""A store that keeps something of everything, and what it shows of that to those who may read it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from ibidem.domain.access import ApiKey
from ibidem.domain.collections import Collection
from ibidem.domain.conversation import Choice, Feedback, ModelSummary, Pause, TurnQuery
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.domain.errors import NotFound
from ibidem.domain.folders import IndexedFile
from ibidem.domain.personal_data import Placeholder
from ibidem.ports.backend import Backend
from ibidem.shapes.exports import export
from ibidem.testing.stores import ENGLISH, JAPANESE, KENJI, KOREAN, MINA, PUBLIC, SAMPLES, STRANGER, asking, prepared, turn

PEOPLE = (MINA, KENJI, PUBLIC, STRANGER)
DIGEST = "5e" * 32
# Stores do not look into pictures.
PICTURE, LARGE_PICTURE = b"a picture", b"a larger picture" * 10_000
SHOWN_IN = prepared(ENGLISH, pictures=(LARGE_PICTURE, PICTURE))
NOW = datetime(2026, 4, 1, 8, 0, tzinfo=UTC)


async def fill(stores: Backend) -> None:
    """Documents in three languages and two tenants, with versions, readers and a large original; conversations with pauses,
    ratings, summaries, titles, placeholders, branches and a turn asked anew; keys; files."""
    old = [prepared(one) for one in SAMPLES]
    await stores.documents.put(old)
    large = replace(prepared(ENGLISH, doc_id="manual", devices=("X1", "X2")), original=bytes(range(256)) * 40_000)
    large = replace(large, pictures=(LARGE_PICTURE, PICTURE), document=replace(large.document, figures=SHOWN_IN.document.figures))
    closed = prepared(KOREAN, doc_id="closed", readers=("maintenance",), owner="한빛", pictures=(LARGE_PICTURE,))
    gone = prepared(JAPANESE, doc_id="gone", readers=("quality",))
    elsewhere = prepared(JAPANESE, tenant="elsewhere")
    await stores.documents.put([large, closed, gone, elsewhere])
    await stores.turns.append(turn("질문", "볼트는 어떤 순서로 조입니까", cites=[old[0], closed], client_turn_id="c1"), MINA)
    await stores.turns.append(turn("질문", "Which hose cracks?", cites=[old[1]]), MINA)
    asked = replace(turn("질문", "再発したら?", cites=[old[2], old[0]]), placeholders=(Placeholder("PHONE", 1, "ab" * 16),))
    await stores.turns.append(asked, MINA)
    await stores.turns.append(turn("gone", "コネクター", cites=[gone]), KENJI)
    await stores.turns.append(turn("他", "搬送ロボット", cites=[elsewhere]), STRANGER, lifetime=timedelta(days=100))
    await stores.documents.put([prepared(one, revision="새로운 문장. A new sentence. 新しい文。") for one in SAMPLES])
    await stores.documents.delete("gone", KENJI)
    await stores.turns.rate("질문", 1, Feedback("helpful", "도움이 되었습니다"), MINA)
    await stores.turns.rate("질문", 2, Feedback("wrong_fact"), MINA)
    await stores.turns.sum_up("질문", 1, ModelSummary("대각선 순서", "played"), MINA)
    await stores.turns.rename_session("질문", "ポンプ pump 펌프", MINA)
    await stores.turns.add_placeholders("질문", [Placeholder("EMAIL", 1, "cd" * 16)], MINA)
    await stores.turns.branch("질문", 2, "branch", MINA, lifetime=timedelta(days=30))
    await stores.turns.append(turn("branch", "and then?", cites=[large]), MINA)
    again = replace(turn("branch", "and what then?", cites=[large]), replaces=3)
    await stores.turns.append(again, MINA)
    choices = (Choice(KOREAN.doc_id, old[0].document.version, KOREAN.title, 1), Choice(ENGLISH.doc_id, None, ENGLISH.title, 2))
    pause = Pause("reference", "어느 문서입니까?", choices, "그 문서", "whole")
    await stores.turns.append(replace(turn("질문", "그 문서"), pause=pause), MINA)
    await stores.turns.append(turn("short", "gone soon"), MINA, lifetime=timedelta(microseconds=1))
    keys = [ApiKey(key_id=f"{n:08x}", principal=p, scopes=frozenset({"ask", "read"}), created=NOW) for n, p in enumerate(PEOPLE)]
    for key in keys:
        await stores.keys.add(replace(key, expires=NOW + timedelta(days=900)), f"{key.key_id}{DIGEST}"[:64])
    await stores.keys.revoke(keys[1].key_id, NOW)
    for tenant in ("default", "elsewhere"):
        files = [IndexedFile("/docs", f"{sample.doc_id}.md", sample.doc_id, "v", "r") for sample in SAMPLES]
        await stores.folders.record(files, tenant)
    await stores.turns.share("질문", "link", MINA)
    for person in PEOPLE[:2]:
        await stores.collections.save(Collection("쓰는 문서", SearchFilters(doc_types=("sop",)), ("ko",)), person)
    await stores.index.catch_up()


async def shown(stores: Backend) -> Mapping[str, object]:
    """What people can see of it, without what a store derives."""
    return {
        **{f"{p.name}@{p.tenant}": [await _conversations(stores, p), await _documents(stores, p)] for p in PEOPLE},
        "keys": [(key, await stores.keys.by_id(key.key_id)) for key in await stores.keys.keys()],
        "collections": [await stores.collections.collections(person) for person in PEOPLE],
        "opens": await stores.keys.by_digest(f"{0:08x}{DIGEST}"[:64]),
        "files": [await stores.folders.files(tenant) for tenant in ("default", "elsewhere")],
    }


async def _conversations(stores: Backend, principal: Principal) -> Sequence[object]:
    turns = stores.turns
    seen: list[object] = []
    for session in await turns.sessions(principal, 100):
        pieces = [piece async for piece in export(session.session_id, "markdown", turns, principal, 24)]
        seen += [session, *pieces, *await turns.turns(session.session_id, principal, 100)]
        seen += await turns.cited_documents(session.session_id, principal, 100)
        seen += await turns.placeholders(session.session_id, principal)
        seen += [await turns.cited_document(session.session_id, number, principal) for number in (1, 2, -1)]
        found = [await turns.search(TurnQuery(session.session_id, words), principal) for words in ("볼트", "hose", "再発")]
        seen += [[one.turn.turn_id for one in scored] for scored in found]
        seen += [await turns.answered(session.session_id, "c1", principal)]
        seen += await turns.not_summed_up(session.session_id, principal, 10)
    seen += [*await turns.rated(principal, 100), *await turns.waiting(principal, NOW - timedelta(days=900), 100)]
    return [*seen, *await turns.measured(principal, NOW - timedelta(days=900), 100)]


async def _documents(stores: Backend, principal: Principal) -> Sequence[object]:
    seen: list[object] = [await stores.documents.words(principal)]
    for doc_id in [one.doc_id for one in await stores.documents.documents(principal, 100)] + ["gone"]:
        try:
            versions = await stores.documents.versions(doc_id, principal)
        except NotFound:
            continue
        for one in versions:
            named = (doc_id, principal, one.version)
            seen += [one, await stores.documents.text(*named), await stores.documents.original(*named)]
            seen += [await stores.documents.picture(doc_id, f.figure_id, principal, one.version) for f in one.figures]
            seen += await stores.documents.chunks(doc_id, one.version, 0, 100, principal)
    for sample in SAMPLES:
        hits = (await stores.index.search(asking(sample.word), principal)).hits
        seen += [sorted(hit.passage.chunk.chunk_id for hit in hits)]
    return seen
