"""The tools and their errors as a model that explores reads them, in the language of the question."""

from collections.abc import Mapping
from dataclasses import dataclass

from ibidem.domain.languages import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolWording:
    """The sentences in one language. `about` says of each tool what it is for, and `kinds` what the arguments are.

    `{}` takes what the sentence is about: an argument, an id, the number of a call, a tool, the limit.
    """

    about: Mapping[str, str]
    kinds: Mapping[str, str]
    list_of: str
    least: str
    most: str
    longest: str
    longest_list: str
    no_call: str
    made_before: str
    no_tool: str
    missing: str
    unknown: str
    not_allowed: str
    use: str
    not_there: Mapping[str, str]
    failed: str
    notes_full: str
    either: str
    off: str
    no_reply: str
    not_said: str
    cut: str
    left_out: str
    state: str


TOOL_WORDINGS: dict[Language, ToolWording] = {
    "ko": ToolWording(
        about={
            "list_turns": "대화의 턴을 차례대로 나열합니다. 턴마다 질문과 답변 요약이 나옵니다.",
            "search_turns": "어떤 내용을 다룬 턴을 찾습니다. 가장 가까운 턴부터 나옵니다.",
            "get_turn": "턴 하나를 그대로 읽습니다. 길면 한 부분씩 나오고, 이어서 읽을 위치가 next_offset에 있습니다.",
            "get_turn_docs": "그 턴의 답변이 인용한 문서와 청크입니다.",
            "search_chunks": "문서에서 청크를 찾습니다. 청크마다 앞부분만 나옵니다.",
            "read_chunk": "청크를 앞뒤 청크와 함께 읽습니다. 길면 next_offset부터 이어서 읽습니다.",
            "list_documents": "읽을 수 있는 문서의 번호, 제목, 종류를 나열합니다.",
            "note": "찾은 내용을 한국어로, 근거가 된 청크와 함께 적어 둡니다. 결과가 더 보이지 않아도 메모는 남습니다.",
            "sub_ask": "긴 글 하나(청크 또는 턴)에 대한 질문을 다른 모델에게 맡깁니다.",
            "answer_from_chunks": "끝냄: 이 청크들에 답이 있습니다. 이 청크만 읽고 답변을 씁니다.",
            "answer_from_turns": "끝냄: 답이 문서가 아니라 대화에만 있습니다. 턴을 밝혀 한국어로 답하고 그 번호를 줍니다.",
        },
        kinds={"number": "수", "text": "글"},
        list_of="{} 목록",
        least="{} 이상",
        most="{} 이하",
        longest="{}자 이하",
        longest_list="{}개 이하",
        no_call="호출이 없습니다. tool과 인자를 담은 JSON 객체 하나만 쓰세요.",
        made_before="{}번에서 이미 한 호출입니다. 다른 호출을 하거나 끝내세요.",
        no_tool="{0}라는 도구는 없습니다. 쓸 수 있는 도구: {1}",
        missing="{}: 빠졌습니다",
        unknown="{}: 이 도구에 없는 인자입니다",
        not_allowed="{}: 쓸 수 없는 값입니다",
        use="사용법: {}",
        not_there={"chunk": "{} 청크가 없습니다", "turn": "{}번 턴이 없습니다"},
        failed="지금은 이 호출을 할 수 없습니다",
        notes_full="메모가 이미 {}개여서 더 적을 수 없습니다",
        either="chunk_id와 turn_id 중 하나만 주세요",
        off="여기서는 sub_ask를 쓸 수 없으니 직접 읽으세요",
        no_reply="이 글에 대한 답이 오지 않았습니다. 직접 읽거나 넘어가세요",
        not_said="이 턴들에 없는 내용입니다: {}. 턴에 있는 대로, 중요한 것은 그대로 옮겨 답하세요",
        cut=" … (잘림. 더 적게 요청하세요)",
        left_out="(더 보이지 않는 결과)",
        state="오늘: {0}; 대화의 턴: {1}개; 남은 호출: {2}번",
    ),
    "en": ToolWording(
        about={
            "list_turns": "The turns of the conversation in their order, each with its question and a summary of its answer.",
            "search_turns": "The turns that are about something, best first.",
            "get_turn": "One turn word for word; a long one part by part, the next from next_offset.",
            "get_turn_docs": "The documents that the answer of a turn cites, with their chunks.",
            "search_chunks": "Chunks of the documents for a query, best first; of each its beginning.",
            "read_chunk": "A chunk with those around it; the rest of a long one from next_offset.",
            "list_documents": "The documents that there are: id, title and type of each.",
            "note": "Write down a finding in English with the chunks that say it. Notes stay when results are no longer shown.",
            "sub_ask": "Have another model answer a question about one long piece, a chunk or a turn.",
            "answer_from_chunks": "End: these chunks hold the answer. It is written by somebody who reads nothing else.",
            "answer_from_turns": "End: only the conversation holds the answer, no document. In English, naming the turns; "
            "give their numbers.",
        },
        kinds={"number": "number", "text": "text"},
        list_of="list of {}",
        least="from {}",
        most="to {}",
        longest="at most {} characters",
        longest_list="at most {}",
        no_call="the reply held no call; write one JSON object with tool and arguments, and no more",
        made_before="this call was made before, as number {}: make another one, or end",
        no_tool="there is no tool {0}; there are {1}",
        missing="{}: is missing",
        unknown="{}: is no argument of this tool",
        not_allowed="{}: is not allowed",
        use="Use {}",
        not_there={"chunk": "no chunk {}", "turn": "no turn {}"},
        failed="this call cannot be made now",
        notes_full="there are {} notes already, and no more are kept",
        either="give either chunk_id or turn_id",
        off="sub_ask is off here; read the piece yourself",
        no_reply="no reply came about this piece; read it yourself, or leave it",
        not_said="not in these turns: {}. Answer with what they say, word for word where it counts",
        cut=" … (cut; ask for less)",
        left_out="(result no longer shown)",
        state="today: {0}; turns in the conversation: {1}; calls left: {2}",
    ),
    "ja": ToolWording(
        about={
            "list_turns": "会話のターンを順番に並べます。ターンごとに質問と回答の要約が出ます。",
            "search_turns": "ある話題を扱ったターンを、近いものから順に探します。",
            "get_turn": "一つのターンをそのまま読みます。長ければ一部分ずつで、続きはnext_offsetからです。",
            "get_turn_docs": "そのターンの回答が引用した文書とチャンクです。",
            "search_chunks": "文書からチャンクを、近いものから順に探します。それぞれ冒頭だけが出ます。",
            "read_chunk": "チャンクを前後のチャンクとともに読みます。長ければ続きをnext_offsetから読みます。",
            "list_documents": "読める文書の番号、題名、種類を並べます。",
            "note": "分かったことを、根拠のチャンクとともに日本語で書き留めます。結果が表示されなくなってもメモは残ります。",
            "sub_ask": "長い一つの文章（チャンクまたはターン）についての質問を、別のモデルに任せます。",
            "answer_from_chunks": "終了：これらのチャンクに答えがあります。回答はこれだけを読んで書かれます。",
            "answer_from_turns": "終了：答えは文書ではなく会話にしかありません。ターンを示して日本語で答え、その番号を渡します。",
        },
        kinds={"number": "数", "text": "文字列"},
        list_of="{}のリスト",
        least="{}以上",
        most="{}以下",
        longest="{}字以下",
        longest_list="{}個以下",
        no_call="呼び出しがありません。toolと引数を持つJSONオブジェクトを一つだけ書いてください。",
        made_before="{}番ですでに行った呼び出しです。別の呼び出しをするか、終えてください。",
        no_tool="{0}というツールはありません。使えるツール：{1}",
        missing="{}：足りません",
        unknown="{}：このツールにない引数です",
        not_allowed="{}：使えない値です",
        use="使い方：{}",
        not_there={"chunk": "チャンク{}はありません", "turn": "ターン{}はありません"},
        failed="今はこの呼び出しを行えません",
        notes_full="メモはすでに{}件あり、これ以上は書けません",
        either="chunk_idとturn_idのどちらか一つを渡してください",
        off="ここではsub_askを使えません。自分で読んでください",
        no_reply="この文章についての返事が来ませんでした。自分で読むか、先へ進んでください",
        not_said="これらのターンにない内容です：{}。ターンにあるとおり、大事なところはそのまま答えてください",
        cut=" …（切れています。少なめに求めてください）",
        left_out="（表示されなくなった結果）",
        state="今日：{0}、会話のターン：{1}、残りの呼び出し：{2}回",
    ),
}
