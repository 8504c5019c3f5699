"""Documents that are somebody's own: made, kept, sent, lost, and so none of those that were shown."""

import re

from ibidem.language.scripts import PerScript

_DOCUMENT = {
    "〈문서〉": "(?:문서|자료|파일|출처|도큐먼트|다큐먼트)",
    "〈文書〉": "(?:文書|資料|ファイル|ドキュメント|出典)",
    "〈document〉": "(?:doc|document|file|source|note)s?",
}


def _of_documents(*patterns: str) -> re.Pattern[str]:
    """Any of the patterns, with the words for a document in place of 〈문서〉, 〈文書〉 and 〈document〉."""
    pattern = "|".join(patterns)
    for placeholder, words in _DOCUMENT.items():
        pattern = pattern.replace(placeholder, words)
    return re.compile(pattern)


# Still to be made, and so not cited ("we need to write a second document"); how something is done with documents; those that
# others sent, or that lie at the end of somebody's thesis; what is to become of them; those that the writer has written.
_KOREAN = _of_documents(
    r"새로\s?(?:만들|작성|등록|추가)|만들(?:어야|려|고)|만드는|작성해야",
    r"〈문서〉(?:들)?(?:을|를|만|이|가)?\s?(?:(?:두|세)\s?개를?\s?)?"
    r"(?:저장|편집|삭제|지우|지워|합치|합칠|합쳐(?!서)|동기화|복구|복원|보호하|잠그|암호|옮기|되돌|사라[졌지]|날아갔|업로드|내보내|병합|열면)",
    r"〈문서〉(?:의|을|를)?\s?(?:이름|제목|확장자|형식|권한|순서)?(?:을|를)?\s?"
    r"(?:바꾸|변경|수정|고치|만들|등록|올리|첨부|제출|기안|상신|결재|인쇄|출력|스캔|공유|복사|다운로드|내려받)(?:하|되|시키|받)?"
    r"(?:는\s?(?:법|방법|거|건)|려면|할\s?때|기\s?전)",
    r"〈문서〉(?:을|를|은|는)?\s?어떻게\s?(?:올리|올려|등록|제출|작성|저장|삭제|지우|지워|공유|만들|보내|첨부|업로드|수정|바꾸|바꿔)",
    r"〈문서〉\s?(?:기안|제출|등록|작성)할\s?때",
    r"(?:메일|이메일|카톡|팩스|우편|업체|고객사?|거래처|협력사)[가-힣]*\s(?:[가-힣]+\s){0,2}(?:[\d가-힣]+\s?(?:번|번째)\s?)?"
    r"〈문서〉(?:을|를|가)?\s?(?:보냈|보내왔|보내줬|왔|받았)",
    r"(?<![가-힣])(?:내|제|나의|저의|우리|저희)\s?(?:논문|책|보고서|노트|폴더|책상|서랍|컴퓨터|피씨|메일)[가-힣]*\s(?:[가-힣]+\s){0,2}"
    r"(?:참고문헌|문헌|자료|문서|출처)",
    r"(?:프린터|복합기|팩스|스캐너)에서\s[^.?!]{0,8}〈문서〉",
    r"(?:usb|외장하드|클라우드|드라이브|폴더|메일함|서랍|캐비[닛넷]|바탕화면|휴대폰|노트북|컴퓨터)에\s?"
    r"(?:있는|저장된|저장한|넣어둔|보관된|넣은)\s[^.?!]{0,8}〈문서〉",
    r"〈문서〉(?:들)?(?:을|를|은|는|도)?\s?(?:다|모두|전부)?\s?(?:파쇄|폐기|제출|결재|서명|회수|스캔|보관|파기|반납|인쇄|출력)해야",
    r"〈문서〉에\s?(?:제|내|저희|우리)?\s?(?:도장|서명|사인|날인)",
    r"(?:내가|제가|우리가|저희가)\s?(?:어제|방금|아까|작년에|직접)?\s?(?:쓴|만든|작성한|올린|저장한|보낸|제출한|등록한|기안한|첨부한)\s?"
    r"(?:그\s?)?(?:[\d가-힣]{1,3}\s?번째?\s?)?〈문서〉",
    # "문서 2"라는 폴더, 파일명이 문서2인데, 문서2.hwp: what a file is called.
    r"〈문서〉\s?\d{1,2}[\"'”’」]?\s?이?라(?:는|고\s(?:하는|된|쓰인))\s(?:이름의\s)?(?:파일|폴더|시트|탭|이름|제목|앱|아이콘|태그|변수)",
    r"(?:파일|폴더|시트|탭)\s?(?:명|이름|제목)(?:이|은|을|를|에)?\s[\"'“‘「]?〈문서〉\s?\d",
    r"〈문서〉\s?\d{1,2}\.(?:hwp|doc|xls|ppt|pdf|txt)",
)
_ENGLISH = _of_documents(
    r"\b(?:write|create|draft|prepare|submit|upload|add)\s+(?:a|an|another|one)\b",
    r"\b(?:copy|delete|move|rename|duplicate|merge|sync|restore)\s+(?:the|my|our|both|all)\s+(?:\w+\s+){0,2}〈document〉\b",
    r"\b(?:attach|sign|submit|shred|archive|scan|e-?mail|forward|upload)\s+(?:both|all|two|three)\s+(?:(?:of\s+)?(?:the|my|our)\s+)?"
    r"〈document〉\b",
    r"\bhow (?:do|can|should|to|would)(?: i| we| you| one)?"
    r" (?:rename|edit|print|share|delete|create|write|submit|sign|copy|convert|number|upload|scan|format)\b"
    r"[^.?!]{0,20}\b〈document〉\b",
    r"(?:^|, |but )(?:this|these|those|the|that|both|all)(?: \w+)? 〈document〉"
    r" (?:have|has|need|needs|must|should|ought) (?:to )?be \w+(?:ed|en|wn|nt)\b",
    r"\b(?:is|translate|say|words?|phrase|called|named|titled|spell|write|reads|saying|search for|type) [\"“](?:the )?(?:\w+ )?"
    r"〈document〉(?: (?:number |no\.? )?\d+)?[\"”]",
    r"\bin (?:my|our|his|her|their) (?:report|paper|thesis|manuscript|draft|essay|slides|article|dissertation|book),? (?:the )?"
    r"(?:reference|source|citation|ref)\b",
    r"\b〈document〉 needs? (?:a|my|our|his|her|the) (?:signature|stamp|approval|sign-off)",
    r"\b〈document〉 (?:that )?(?:i|we) (?:wrote|made|created|drafted|uploaded|saved|sent|shared|signed|submitted|filed)\b",
    r"(?:^|, |but )(?:please |kindly |can you |could you |let's )?"
    r"(?:document|source|cite) (?:the|this|that|these|all|both|everything|it)\b",
    # "Document 2 of the application form", "reference 2 on an internal job application": what somebody fills in.
    r"\b(?:〈document〉|references?) (?:number |no\.? ?)?\d+ (?:on|of|in|for) (?:an?|the|my|our|this|that|your|his|her|their)"
    r" (?:[\w-]+ ){0,3}?"
    r"(?:form|application|resume|résumé|cv|questionnaire|survey|visa|contest|permit|checkout)\b",
    # "Can we source 3 more O-rings", "we must cite 2 further examples": what somebody does.
    r"\b(?:i|we|you|they|he|she|people|who|anyone|anybody|someone|somebody"
    r"|(?:need|have|has|want|asked|like|how|going|try|had) (?:\w+ )?to)"
    r" (?:(?:can|can't|cannot|could|should|must|will|would|always|never|only|also|just|have to|need to|had to|want to) )?"
    r"(?:source|document|reference|cite|doc) \d+ (?:more|other|extra|additional|further|different|new|such"
    r"|of (?:the|our|my|these|those) (?!answer|list|document|source)\w+s"
    r"|(?!(?:is|as|was|has|this|its|does|says|always)\b)\w+s)\b",
    # "My window says Document 2 - Word", "the upload field for document 2", "how do I link it to document 2 in SharePoint".
    r"\b〈document〉 ?\d+ [-–—] (?:word|excel|notepad|libreoffice|google|acrobat|adobe|microsoft|powerpoint)\b",
    r"\b(?:field|box|checkbox|button|input|placeholder) (?:for|named|called|labell?ed) [\"'“‘]?〈document〉",
    r"\bwhat (?:does|do|is) [\"'“‘]〈document〉(?: (?:number |no\.? )?\d+)?[\"'”’]",
    r"\bhow (?:do|can|should|would|to)\b[^.?!]{0,30}\b〈document〉(?: \d+)? (?:in|into|on) (?:sharepoint|word|excel|teams|outlook"
    r"|google|confluence|jira|onedrive|dropbox|acrobat|notion|windows|slack)\b",
    r"\b(?:do|should|must) (?:i|we|they) (?:have to |need to )?(?:need|bring|submit|carry|sign|provide|hand in|attach)\b"
    r"[^.?!,]{0,12}〈document〉",
)
_JAPANESE = _of_documents(
    r"新(?:しく|規に)|作(?:る|成する)必要",
    r"〈文書〉(?:の(?:名前|題名|タイトル|順番|形式|権限))?(?:を|の)?"
    r"(?:変え|変更|修正|直す|作成|作る|登録|添付|提出|起案|申請|印刷|スキャン|共有|コピー|ダウンロード|編集)(?:する|し|る)?"
    r"(?:方法|とき|時(?!点)|には|やり方|手順)",
    # "文書2"という名前のフォルダ, 文書2.docx: names of files, and what is done with those that are not shown here.
    r"〈文書〉\s?[0-9]{0,2}[」』\"”]?(?:と|って)(?:いう|名付け|名前|表示)(?:た|を付けた)?(?:名|ファイル|フォルダ|シート|タブ|項目|欄|ボタン|メニュー)",
    r"(?:ファイル|フォルダー?|シート|タブ)?名[前称]?(?:が|は)[「『\"“]?〈文書〉",
    r"〈文書〉\s?[0-9]{0,2}\.(?:docx?|xlsx?|pptx?|pdf|txt|csv)",
    r"(?:word|excel|ワード|エクセル|パワポ|powerpoint)(?:の|で(?:開い|作っ|作成し|保存し)た)[「『\"“]?〈文書〉\s?[0-9]",
    r"〈文書〉(?:[0-9]{1,2}(?:通目|部目)?)?(?:の提出(?:期限|先|日|方法|を(?:求|依頼|要求|指示|催促))|のよう[にな][^。]{0,4}(?:番号|名前|連番)|を(?:添付|提出)する(?:ルール|必要|場合|決まり|際|とき))",
    # 封筒に資料2と書かれて: what is written on things, and what a screen or a page says of others.
    r"〈文書〉\s?[0-9]{0,2}(?:参照)?[」』\"”]?(?:と|って)(?:書かれ|書い|記載され|記され|印字され|表示され)(?:て(?:い|あ))?(?:た|る|り|まし|ます)"
    r"(?!の?(?:やつ|もの|方|ほう|文書|資料|リンク|ところ))",
    r"[「『][^」』]{0,20}〈文書〉[^」』]{0,24}[」』](?:と|って)(?:書か|書い|表示|記載|記さ|あり|ある|あっ|出)",
    r"(?:文書|資料)番号[0-9]{0,3}(?:は|を|が)[^。?]{0,8}(?:書け|書く|付け|つけ|振[っりる]|採番|記入|入力)",
    r"(?:業者|メーカー|取引先|客先|顧客|お客様|協力会社|上司|部長|課長|先輩|同僚|総務|人事|[一-鿿]{1,4}さん)"
    r"(?:(?:から|に)(?:もらった|受け取った|渡された|届いた|借りた)|が(?:くれた|作った|送って(?:き|くれ)た)|の)"
    r"(?:(?:[0-9]{1,2}|[一二三四五])(?:番目?|つ目|個目)の)?〈文書〉(?=[0-9を])",
    r"(?:文書|資料|文献|出典|記事)の(?:書き方|作り方|付け方|つけ方|数え方|(?:保管|管理|登録)方法)",
    r"(?:メール|郵便|業者|取引先|客先|協力会社)[^。、]{0,14}〈文書〉(?:を|が)?(?:送って(?:き|い)|送られ|届い|来た|もらった|受け取)",
    r"(?:私|僕|俺|自分|うち|弊社|当社|彼|彼女|同僚|上司|部下)の(?:論文|本|レポート|ノート|フォルダ|机|棚|引き出し|パソコン|pc|メール)"
    r"[^。、]{0,12}(?:参考文献|文献|資料|文書|出典)",
    r"〈文書〉を(?:作った|書いた|作成した|送った|くれた)(?:人|方|担当者?|部署|部門|会社|課|チーム|メーカー|業者)(?:に|へ)",
    r"〈文書〉(?:を|は|も)?[^。、?？]{0,6}?(?:シュレッダー|廃棄し|提出し|返却し|回収し|破棄し|署名し|捺印し|印刷し)"
    r"[^。、?？]{0,5}(?:ないと|なければ|なきゃ|ねば|べき)",
    r"〈文書〉に(?:私の|自分の)?(?:印鑑|判子|はんこ|署名|サイン)|〈文書〉の(?:ひな形|テンプレート)",
    r"〈文書〉を(?:作れ|作るよう|作成しろ|作成するよう|書け(?!る)|書くよう)",
    r"(?:私|僕|俺|自分|うち|我々)(?:たち)?が(?:昨日|さっき|先週)?(?:書いた|作った|作成した|アップした|保存した|送った|提出した|登録した)"
    r"(?:あの|その)?(?:(?:[0-9]{1,2}|[一二三四五])(?:番目?|つ目|個目)の)?〈文書〉",
    r"〈文書〉(?:同士)?を?(?:比較|検索|印刷|保存|編集|共有|要約|翻訳|表示|閲覧)(?:する|できる)(?:機能|ツール|ソフト|画面|ボタン|コマンド)",
    # 昨日もらった2番の資料: of another day, and from others.
    r"(?:昨日|一昨日|おととい|先週|先月|去年|昨年)[^。、]{0,12}?(?:もらった|受け取った|届いた|配られた|配った|渡された|借りた|買った)"
    r"(?:(?:[0-9]{1,2}|[一二三四五])(?:番目?|つ目|個目)の)?〈文書〉",
    # 次の文を英語にして:「2番の文書を開いて」: a sentence to work on, and nothing that is asked for.
    r"(?:次|以下|下記|下|この)の(?:日本語の?|英語の?)?(?:文|文章|英文|例文|台詞|セリフ|メール文?|テキスト|言葉|フレーズ|一文|表現|依頼文)"
    r"(?:を|は|って|、)[^「『:：]{0,24}[:：]?\s?[「『\"“]",
    r"[「『\"“][^」』\"”]{2,60}[」』\"”](?:を|って|とは|は|という(?:文|言葉|表現|フレーズ|一文)(?:を|は)?)、?"
    r"(?:[英韓中日独仏][語訳国本]|翻訳|訳し|どういう意味|(?:何|なん)て(?:言|い)|丁寧|敬語|言い換え|直し|ていねい)",
)
_OWN = PerScript(_KOREAN, _ENGLISH, _JAPANESE)
# "The second document doesn't sync": what an app does not do with it.
_FAILS = PerScript(
    _of_documents(
        r"〈문서〉(?:들)?(?:가|이|는|은|도|만)?\s?(?:[가-힣]+\s){0,3}?(?:(?:안|못)\s?(?:열|저장|동기화|올라|업로드|인쇄|출력|불러와|떠|뜨|복사|공유)"
        r"|(?:열리|열어지|저장되|저장이 되|동기화되|올라가|뜨|인쇄되)지(?:가|를|도)?\s?(?:않|못)"
        r"|(?:자꾸|계속)\s?(?:튕|꺼[져지졌]|멈[춰추췄])|먹통|깨[져졌]|공유\s?링크|찾을\s?수\s?없)"
    ),
    _of_documents(
        r"\b〈document〉(?: (?:number |no\.? )?\d+)? (?:is |was )?(?:not found|missing|unavailable|could not be found)",
        r"\b〈document〉(?: \d+| number \w+)?(?: \w+)?"
        r" (?:doesn't|doesnt|does not|won't|wont|will not|isn't|isnt|can't|cannot|keeps?|never|fails? to|refuses? to) (?:\w+ )?"
        r"(?:sync|syncing|open|opening|load|loading|save|saving|print|printing|upload|uploading|download|export|render|crash|crashing|freez\w+)\b",
    ),
    _of_documents(
        r"〈文書〉(?:\d+)?(?:が|は|も|だけ)?[^。、]{0,8}?(?:見つから|共有リンク|文字化け|壊れ|固ま[るりっ]|落ち[るまて]|強制終了|フリーズ|消え[たてま]"
        r"|(?:開け|開か|開き|同期|保存|印刷|読み込[めまみ]|アップロード|表示)(?:が|も)?(?:でき|され|し|き)?"
        r"(?:ない(?!で(?:いい|結構))|ませ|なく(?!ても?(?:いい|よ|結構|大丈夫|構|かま))))"
    ),
)
_SHOW = re.compile(
    r"보여|보고\s?싶|띄워|내용|뭐라|알려|\b(?:show|display|see|read|paste|what|content)\b|見せ|見たい|開いて|ひらいて|表示して|内容|教え|出して|何と|読みたい"
    r"|(?:もう(?:一度|一回|1度|1回)|再度|改めて)[^。]{0,4}お?願い"
)


def speaks_of_own(lowered: str) -> bool:
    """Whether the message is about documents of whoever writes it, or about those that an app keeps."""
    return _OWN.found_in(lowered) or (_FAILS.found_in(lowered) and _SHOW.search(lowered) is None)
