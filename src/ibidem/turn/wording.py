"""The sentences of ibidem itself, in the language of the question."""

from dataclasses import dataclass

from ibidem.domain.languages import Language
from ibidem.understanding.courtesies import Courtesy


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The sentences in one language. `not_here` and `nearest` are used where nothing supports an answer; `{}` takes a title, an
    id or numbers, with `number_or` between them."""

    quoted: str
    no_model: str
    model_refused: str
    model_silent: str
    model_unusable: str
    model_late: str
    not_here: str
    closest: str
    not_mentioned: str
    steps_left: str
    nearest: str
    empty_corpus: str
    not_readable: str
    deleted: str
    withheld: str
    not_read: str
    changed: str
    too_many: str
    not_in_document: str
    shown: str
    shown_part: str
    how_further: str
    shown_all: str
    no_page: str
    no_page_before: str
    shown_next: str
    not_in_force: str
    not_of_owner: str
    offer_newer: str
    offer_several: str
    offer_answer: str
    not_in_one: str
    which: str
    which_of_none: str
    which_not_readable: str
    no_such_number: str
    number_or: str
    none_in_answer: str
    understood: str
    without: str
    every_device: str
    cut_off: str
    unconfirmed: str
    unjudged: str
    unverified: str
    doubted: str
    unreachable: str
    in_general: str
    no_general: str
    model_failed: str
    contact: str
    excerpt: str
    shown_excerpt: str
    late: str
    no_transforming: str
    not_transformed: str
    left: str
    hosted_down: str
    hosted_refused: str
    hosted_nothing: str
    hosted_failed: str
    hosted_instead: str
    hosted_checked: str
    hosted_unsourced: str
    hosted_quoted: str
    said_before: str
    row: str
    rows: str
    forms: str
    more_rows: str
    without_value: str
    largest_of: str
    smallest_of: str
    courtesies: dict[Courtesy, str]


WORDINGS: dict[Language, Wording] = {
    "ko": Wording(
        quoted="설정된 모델이 없어 문서의 구절을 그대로 인용했습니다.",
        no_model="지금은 모델을 쓸 수 없어 문서의 구절을 그대로 인용했습니다.",
        model_refused="모델 서버가 요청을 받아들이지 않아 문서의 구절을 그대로 인용했습니다.",
        model_unusable="모델이 출처를 밝힌 답을 쓰지 못해 문서의 구절을 그대로 인용했습니다.",
        model_silent="모델이 답을 내지 않아 문서의 구절을 그대로 인용했습니다.",
        model_late="모델에 쓸 수 있는 시간이나 한도가 다하여 문서의 구절을 그대로 인용했습니다.",
        not_here="이 문서들에서는 답을 찾지 못했습니다.",
        closest="가장 가까운 내용이며, 물음에 대한 답이 아닐 수 있습니다: ",
        not_mentioned="이 문서들에는 {} 관련 내용이 없습니다.",
        steps_left="전체 {1}단계 가운데 {0}단계까지 보여 드립니다. 이어서 보려면 “다음”이라고 하거나 단계 번호를 말씀하세요.",
        nearest="가장 가까운 문서: ",
        empty_corpus="아직 읽을 수 있는 문서가 없습니다.",
        not_readable="{} 문서는 없거나 볼 수 있는 권한이 없습니다.",
        deleted="「{}」 문서는 인용한 뒤 삭제되어, 인용 당시의 내용을 보여 드립니다.",
        withheld="이 답변이 인용한 문서를 더 이상 볼 수 없어 답변을 보여 드리지 않습니다.",
        not_read="이 키로는 질문만 할 수 있고 문서를 읽을 수는 없어서 본문을 보여 드리지 않습니다.",
        changed="「{}」 문서는 인용한 뒤 바뀌었습니다. 인용 당시의 판입니다.",
        too_many="한 번에 {}건까지만 볼 수 있어 앞의 문서만 사용했습니다.",
        not_in_document="물어보신 내용은 이 문서에서 찾지 못해 문서의 앞부분을 보여 드립니다.",
        shown="문서 전체입니다: {}",
        shown_part="긴 문서라 나누어 보여 드립니다. 전체 {1}페이지 중 {0}페이지입니다: {2}",
        how_further="이어지는 부분은 “다음 페이지”라고 하시면 보여 드립니다.",
        shown_all="문서의 끝까지 모두 보여 드렸습니다: {}",
        no_page="{}페이지는 없습니다. 전체 {}페이지입니다: {}",
        no_page_before="첫 페이지라 이전 페이지가 없습니다. 전체 {}페이지입니다: {}",
        shown_next="함께 말씀하신 문서: {}",
        not_in_force="{} (시행 중이 아님)",
        not_of_owner="{}의 문서에는 이 내용이 없어 {}의 내용을 보여 드립니다.",
        offer_newer="새 판을 보여 드릴까요?",
        offer_several="새 판들을 보여 드릴까요? 번호로 하나만 고르셔도 됩니다.",
        offer_answer="새 판에서 답을 찾아 드릴까요?",
        not_in_one="「{}」에서는 찾지 못했습니다.",
        which="어느 문서를 말씀하시나요?",
        which_of_none="앞서 인용한 문서가 없습니다. 문서 번호나 제목을 알려 주세요.",
        which_not_readable="말씀하신 문서는 없거나 볼 수 있는 권한이 없습니다. 문서 번호나 제목을 알려 주세요.",
        no_such_number="{}번 문서는 없습니다. 어느 문서를 말씀하시나요?",
        number_or=", ",
        none_in_answer="그 답변에서 인용한 문서는 없습니다. 어느 문서를 말씀하시나요?",
        understood="이렇게 이해하고 찾았습니다: {}.",
        without="{} 제외",
        every_device="모든 장비({} 문서에는 없음)",
        cut_off="답변이 중간에 끊겼습니다.",
        unconfirmed="문서에서 확인되지 않은 부분이 있습니다: {}",
        unjudged="모델의 검토를 받지 못해 규칙으로만 확인했습니다.",
        unverified="검증되지 않은 답변입니다: {}",
        doubted="검토한 모델이 문서와 다르다고 보았습니다.",
        in_general="문서에 근거하지 않은 모델의 일반적인 답변입니다. 실제 규정과 다를 수 있으니 확인하고 사용해 주세요.",
        no_general="이런 질문은 모델이 답하는데, 지금은 모델을 쓸 수 없습니다.",
        model_failed="모델이 응답하지 않아 답변을 만들지 못했습니다. 잠시 뒤에 다시 물어봐 주세요.",
        contact="담당 부서에 문의해 주세요: {}",
        excerpt="「{}」 문서의 전체는 원본 시스템({})에 있습니다.",
        shown_excerpt="답변을 찾을 때 가져온 부분입니다: {}",
        unreachable="지금은 문서를 검색할 수 없습니다. 잠시 뒤에 다시 물어봐 주세요.",
        no_transforming="설정된 모델이 없어 답변을 바꿔 쓰거나 번역할 수 없습니다. 원문은 '1번 문서 보여줘'로 보실 수 있습니다.",
        not_transformed="지금은 모델을 쓸 수 없어 답변의 형식을 바꾸지 못했습니다. 잠시 후 다시 말씀해 주세요.",
        late="정해진 시간 안에 답을 마치지 못했습니다. 다시 물어보시거나 질문을 나누어 주세요.",
        left="답변이 끝나기 전에 중단되었습니다.",
        hosted_down="지금은 외부 검색 서비스를 쓸 수 없습니다(장애이거나 사용 한도를 넘었습니다).",
        hosted_refused="외부 검색 서비스가 요청을 받아들이지 않았습니다.",
        hosted_nothing="외부 검색 서비스에서는 답을 찾지 못했습니다.",
        hosted_failed="외부 검색 서비스의 답이 검사를 통과하지 못했습니다.",
        hosted_instead="대신 여기에 보관된 문서에서 찾았습니다.",
        hosted_checked="외부 검색 서비스의 답을 인용된 구절과 규칙으로만 대조했습니다. 모델의 검토는 거치지 않았습니다.",
        hosted_unsourced="외부 검색 서비스가 이 답의 출처를 밝히지 않아 확인된 내용이 아닙니다.",
        hosted_quoted="이 문서의 전문은 여기에 없어 외부 검색 서비스가 인용한 구절만 보여 드립니다: {}",
        said_before="턴 {}({})의 질문 “{}”에 이렇게 답했습니다.",
        row="행 1개",
        rows="행 {}개",
        forms="기록 {}건",
        more_rows=" 외 {}개",
        without_value=", 값이 없는 행 {}개 제외",
        largest_of="{} 최댓값, {} 가운데",
        smallest_of="{} 최솟값, {} 가운데",
        courtesies={
            "thanks": "도움이 되었다니 다행입니다. 더 궁금한 점이 있으면 말씀해 주세요.",
            "greeting": "안녕하세요. 문서에서 찾고 싶은 내용을 물어봐 주세요.",
            "farewell": "안녕히 가세요. 필요하실 때 다시 물어봐 주세요.",
            "declined": "알겠습니다. 다른 궁금한 점이 있으면 말씀해 주세요.",
            "acknowledged": "네. 알고 싶은 내용을 말씀해 주세요.",
            "mistaken": "죄송합니다. 다른 말로 물어보시거나, 제품이나 문서의 이름 또는 번호를 함께 알려 주세요.",
            "none of these": "알겠습니다. 이 중에는 없군요. 표현을 바꾸거나 찾으시는 대상의 이름 또는 번호로 물어봐 주세요.",
            "nothing said": "무엇이 궁금하신지 적어 주세요.",
        },
    ),
    "en": Wording(
        quoted="No model is configured, so these are passages quoted from the documents.",
        no_model="The model is not available now, so these are passages quoted from the documents.",
        model_refused="The model's server rejected the request, so these are passages quoted from the documents.",
        model_unusable="The model wrote no usable answer with sources, so passages of the documents are quoted.",
        model_silent="The model gave no answer, so these are passages quoted from the documents.",
        model_late="The model's time or budget ran out, so these are passages quoted from the documents.",
        not_here="I found no answer to this in these documents.",
        closest="The closest I found; it may not answer your question: ",
        not_mentioned="{} is not mentioned in these documents.",
        steps_left="The steps up to {0} of {1} are shown; say “next” for the others, or ask for one by its number.",
        nearest="Closest documents: ",
        empty_corpus="There are no documents to read yet.",
        not_readable="There is no document {} that you may read.",
        deleted="“{}” was deleted after it was cited; this is the version that was cited.",
        withheld="This answer is not shown: it cites a document that you may no longer read.",
        not_read="The text is not shown: with this key you may ask questions, but not read documents.",
        changed="“{}” has changed since it was cited; this is the version that was cited.",
        too_many="At most {} documents can be looked up at once, so only the first ones were used.",
        not_in_document="I did not find an answer to your question in this document, so here is how it begins.",
        shown="The whole document: {}",
        shown_part="This document is long, so it is shown in pages. Page {0} of {1}: {2}",
        how_further="Say “next page” to see more.",
        shown_all="You have reached the end of the document: {}",
        no_page="There is no page {}; the document has {}: {}",
        no_page_before="This is the first of {} pages; there is no page before it: {}",
        shown_next="You also asked for: {}",
        not_in_force="{} (not in force)",
        not_of_owner="The documents of {} say nothing on this; what is shown is from {}.",
        offer_newer="Shall I show the new version?",
        offer_several="Shall I show the new versions? You may pick one by its number.",
        offer_answer="Shall I answer from the new version?",
        not_in_one="I did not find it in “{}”.",
        which="Which document do you mean?",
        which_of_none="No document has been cited yet. Please tell me the document's number or title.",
        which_not_readable="There is no such document that you may read. Please tell me the document's number or title.",
        no_such_number="There is no document number {}. Which document do you mean?",
        number_or=" or ",
        none_in_answer="That answer cited no document. Which document do you mean?",
        understood="I understood and searched for: {}.",
        without="excluding {}",
        every_device="all devices (nothing found for {})",
        cut_off="The answer was cut off.",
        unconfirmed="Not confirmed by the documents: {}",
        unjudged="No model could review this answer, so it was checked by rules only.",
        unverified="This answer is not verified: {}",
        doubted="the reviewing model found that it contradicts the documents.",
        in_general="This is a general answer of the model, not taken from any document. Please check it before you rely on it.",
        no_general="A model answers questions of this kind, and none is available at the moment.",
        model_failed="The model did not answer, so there is no answer. Please ask again in a moment.",
        contact="Please ask the department in charge: {}",
        excerpt="The whole of “{}” is kept at its source ({}).",
        shown_excerpt="These are the passages that were found in it: {}",
        unreachable="The documents cannot be searched at the moment. Please try again later.",
        no_transforming="No model is configured, so this cannot be reworded or translated. “Show document 1” shows its source.",
        not_transformed="The model gave no text, so the answer stays as it is. Please try again later.",
        late="The answer was not finished in time. Please ask again, or split the question.",
        left="The answer was stopped before it was finished.",
        hosted_down="The hosted search is not available now: it is down, or its quota is used up.",
        hosted_refused="The hosted search rejected the request.",
        hosted_nothing="The hosted search found no answer.",
        hosted_failed="The answer of the hosted search did not pass the checks.",
        hosted_instead="The documents kept here were searched instead.",
        hosted_checked="The hosted search's answer was checked by rules against what it quotes; no model reviewed it.",
        hosted_unsourced="The hosted search named no source for this answer, so nothing in it is confirmed.",
        hosted_quoted="This document is not kept here; these are the passages that the hosted search quoted: {}",
        said_before="In turn {} ({}) you asked “{}”. The answer was:",
        row="1 row",
        rows="{} rows",
        forms="{} records",
        more_rows=" and {} more",
        without_value=", {} more without a value",
        largest_of="Largest value of {} in {}",
        smallest_of="Smallest value of {} in {}",
        courtesies={
            "thanks": "You're welcome. Ask me whenever you need something else.",
            "greeting": "Hello. What would you like to find in the documents?",
            "farewell": "Goodbye. Come back whenever you have a question.",
            "declined": "All right. Ask me whenever you need something else.",
            "acknowledged": "All right. Tell me what you would like to know.",
            "mistaken": "Sorry. Please ask in other words, or add the name or id of the product or document that you mean.",
            "none of these": "All right, none of these. Please rephrase the question, or give the name or id you need.",
            "nothing said": "Please write what you would like to know.",
        },
    ),
    "ja": Wording(
        quoted="モデルが設定されていないため、文書の記述をそのまま引用しました。",
        no_model="現在モデルを利用できないため、文書の記述をそのまま引用しました。",
        model_refused="モデルのサーバーが要求を受け付けなかったため、文書の記述をそのまま引用しました。",
        model_unusable="モデルが出典を示した回答を書けなかったため、文書の記述をそのまま引用しました。",
        model_silent="モデルが回答を返さなかったため、文書の記述をそのまま引用しました。",
        model_late="モデルに使える時間または上限に達したため、文書の記述をそのまま引用しました。",
        not_here="これらの文書には答えが見つかりませんでした。",
        closest="最も近い記述です(お尋ねの答えではないかもしれません): ",
        not_mentioned="これらの文書に{}の記載はありません。",
        steps_left="全{1}手順のうち{0}までを示しました。続きは「次」または手順の番号でどうぞ。",
        nearest="最も近い文書: ",
        empty_corpus="読める文書がまだありません。",
        not_readable="文書 {} は存在しないか、閲覧する権限がありません。",
        deleted="「{}」は引用した後に削除されました。引用した時点の内容をお見せします。",
        withheld="引用した文書を閲覧できなくなったため、この回答は表示されません。",
        not_read="このキーでは質問はできますが文書の閲覧はできないため、本文は表示されません。",
        changed="「{}」は引用した後に改訂されました。引用した時点の版です。",
        too_many="一度に参照できるのは{}件までのため、先頭の文書だけを使いました。",
        not_in_document="お尋ねの内容はこの文書に見つからなかったため、冒頭をお見せします。",
        shown="文書の全文です: {}",
        shown_part="長い文書のため分けてお見せします。全{1}ページのうち{0}ページ目です: {2}",
        how_further="続きは「次のページ」とおっしゃればお見せします。",
        shown_all="文書は最後まですべてお見せしました: {}",
        no_page="{}ページ目はありません。全{}ページです: {}",
        no_page_before="最初のページのため、前のページはありません。全{}ページです: {}",
        shown_next="あわせてご指定の文書: {}",
        not_in_force="{}（現在は効力なし）",
        not_of_owner="{}の文書にはこの記載がないため、{}の内容をお見せします。",
        offer_newer="新しい版をお見せしましょうか？",
        offer_several="それぞれの新しい版をお見せしましょうか？番号で一つだけお選びいただくこともできます。",
        offer_answer="新しい版からお答えしましょうか？",
        not_in_one="「{}」には見つかりませんでした。",
        which="どの文書のことでしょうか？",
        which_of_none="まだ引用した文書がありません。文書番号か題名を教えてください。",
        which_not_readable="その文書は存在しないか、閲覧する権限がありません。文書番号か題名を教えてください。",
        no_such_number="{}番の文書はありません。どの文書のことでしょうか？",
        number_or="、",
        none_in_answer="その回答で引用した文書はありません。どの文書のことでしょうか？",
        understood="次のように理解して検索しました: {}。",
        without="{}以外",
        every_device="すべての装置({}の文書には該当なし)",
        cut_off="回答が途中で切れました。",
        unconfirmed="文書で確認できない箇所があります: {}",
        unjudged="モデルによる確認ができなかったため、規則による確認のみ行いました。",
        unverified="検証されていない回答です: {}",
        doubted="確認したモデルが文書と一致しないと判断しました。",
        in_general="文書に基づかない、モデルによる一般的な回答です。実際の規程と異なる場合がありますので、ご確認ください。",
        no_general="この種のご質問にはモデルがお答えしますが、現在モデルを利用できません。",
        model_failed="モデルが応答しなかったため、回答を作成できませんでした。しばらくしてからもう一度お試しください。",
        contact="担当部署にお問い合わせください：{}",
        excerpt="「{}」の全文は元のシステム（{}）にあります。",
        shown_excerpt="回答の際に取得した箇所です：{}",
        unreachable="現在、文書を検索できません。しばらくしてからもう一度お尋ねください。",
        no_transforming="モデルが設定されていないため、回答の書き換えや翻訳はできません。「1番の文書を見せて」で原文をお見せします。",
        not_transformed="現在モデルを利用できないため、回答を書き換えられませんでした。しばらくしてからもう一度お試しください。",
        late="決められた時間内に回答が終わりませんでした。もう一度お尋ねになるか、質問を分けてください。",
        left="回答が終わる前に中断されました。",
        hosted_down="現在、外部の検索サービスを利用できません（停止しているか、利用上限に達しています）。",
        hosted_refused="外部の検索サービスが要求を受け付けませんでした。",
        hosted_nothing="外部の検索サービスでは答えが見つかりませんでした。",
        hosted_failed="外部の検索サービスの回答は検査を通りませんでした。",
        hosted_instead="代わりに、ここに保管されている文書を検索しました。",
        hosted_checked="外部の検索サービスの回答を、サービスが引用した記述と規則で照合しました。別のモデルによる確認は受けていません。",
        hosted_unsourced="外部の検索サービスがこの回答の出典を示さなかったため、確認された内容ではありません。",
        hosted_quoted="この文書の全文はここにないため、外部の検索サービスが引用した記述だけをお見せします: {}",
        said_before="ターン{}（{}）のご質問「{}」には、次のようにお答えしました。",
        row="1行",
        rows="{}件",
        forms="{}件",
        more_rows="ほか{}件",
        without_value="、値のない{}件を除く",
        largest_of="{}の最大値、{}のうち",
        smallest_of="{}の最小値、{}のうち",
        courtesies={
            "thanks": "お役に立てて何よりです。ほかにも気になることがあればお尋ねください。",
            "greeting": "こんにちは。文書について知りたいことをお尋ねください。",
            "farewell": "失礼いたします。またいつでもお尋ねください。",
            "declined": "承知しました。ほかにも気になることがあればお尋ねください。",
            "acknowledged": "はい。知りたいことをお知らせください。",
            "mistaken": "失礼しました。別の言葉でお尋ねになるか、製品や文書の名前または番号をお書き添えください。",
            "none of these": "承知しました。この中にはないのですね。別の言葉か、お探しのものの名前や番号でお尋ねください。",
            "nothing said": "ご質問を入力してください。",
        },
    ),
}
