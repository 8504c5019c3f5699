"""Questions about what there is to ask: which documents there are, what ibidem is and what it can do.

A message is such a question when nothing but these phrases is in it, so that "what documents do I need for a visa?", 어떤 문서를
제출해야 해? and 必要な書類は? stay questions to the documents. So do "how does it work?" and 何をすればいい?, which go on about
something. The caller writes DEVICE and KIND where the message names a device or a kind of document.
"""

import re
from typing import Literal

from ibidem.language.normal import normalise

# For the list of documents; for documents that may as well be cited ones ("show all documents"); about ibidem.
ServiceQuestion = Literal["list", "show", "service"]

DEVICE, KIND = "\ue000", "\ue001"
LONGEST = 80  # characters

_PLEASE_EN = (
    r"(?:(?:please|hi|hello|hey|ok|okay|so|and|well|now|then|(?:can|could|would) you|(?:can|could|may) i"
    r"|i want to|i'd like to) )*"
)
_OF_DEVICE_EN = rf"(?:(?:for|on|of|about|regarding|covering|from|by) (?:the |my |our )?{DEVICE}(?:(?: and| or)? {DEVICE})*)"
_NOUN_EN = rf"(?:{KIND}(?: (?:documents?|docs?))?|documents?|docs?|files?|documentation|manuals?)"
_DOCUMENTS_EN = (
    rf"(?:(?:all|any|other|of|the|your|my|our|available|indexed|stored|{DEVICE}|and) )*{_NOUN_EN}(?: and {_NOUN_EN})*"
    rf"(?: {_OF_DEVICE_EN})?"
)
_HAVE_EN = (
    r"(?:(?:do (?:you|we) have|have you got|are there|is there|exist"
    r"|can you (?:search|read|see|access|use|show(?: me)?|answer from)"
    r"|do you (?:know|read|search|use|hold|cover|contain|have access to)|have you (?:read|indexed|loaded)"
    r"|can i (?:ask about|search|read|see)"
    r"|(?:are )?(?:available|indexed|loaded|stored|(?:in )?here|in (?:the|your) (?:index|corpus|system|library)))"
    rf"(?: (?:here|available|indexed|in (?:here|total|all|stock|(?:the|your) (?:index|corpus|system|library))|{_OF_DEVICE_EN}))*)"
)
_ENGLISH: tuple[tuple[ServiceQuestion, str], ...] = (
    ("list", rf"(?:what|which) (?:(?:kinds?|types?|sorts?) of )?{_DOCUMENTS_EN} {_HAVE_EN}"),
    ("list", rf"how many {_DOCUMENTS_EN} {_HAVE_EN}"),
    ("list", rf"(?:list|enumerate) (?:me )?{_DOCUMENTS_EN}(?: (?:(?:that )?you have|{_HAVE_EN}))?"),
    (
        "list",
        rf"(?:(?:show|give|get|see|view|display|print)(?: me| us)? )?(?:(?:the|a|an|your|full|complete|whole|entire) )*"
        rf"(?:(?:list|overview|index|inventory|catalogue|catalog) of {_DOCUMENTS_EN}(?: (?:(?:that )?you have|{_HAVE_EN}))?"
        rf"|(?:{DEVICE} )*{_NOUN_EN} (?:list|overview|index|inventory|catalogue|catalog)(?: {_OF_DEVICE_EN})?)",
    ),
    ("list", r"what(?:'s| is) (?:in|inside) (?:the|your) (?:index|corpus|library|collection|knowledge base|document store)"),
    (
        "show",
        rf"(?:show|give|see|view|display)(?: me| us)? (?:(?:all |of |the |your )*(?:documents|docs|files|manuals)"
        rf"|(?:all |of |the |your )*(?:{DEVICE} )+{_NOUN_EN}|(?:all |of |the |your )*{_NOUN_EN} {_OF_DEVICE_EN})",
    ),
    (
        "service",
        r"(?:who|what) (?:exactly )?are you|what(?:'s| is) your (?:name|job|purpose)|what are you called|introduce yourself"
        r"|tell me about yourself|are you (?:a |an )?(?:bot|robot|human|person|ai|real|chatgpt|model)"
        r"|what (?:can|do|could) you do(?: for (?:me|us))?"
        r"|what (?:can|should|could|may) i (?:ask|ask you|ask here|do here)(?: about)?"
        r"|how (?:can|do|could) you help(?: (?:me|us))?|how do you work|how do i use you|help(?: me)?"
        r"|what are your (?:capabilities|features)|what kind of questions can (?:i ask(?: you)?|you answer)",
    ),
)

# Korean and Japanese as they are written without spaces.
_PLEASE_KO = (
    r"(?:좀|다|전부|모두|한번|(?:보여|알려|뽑아|말해|적어|띄워|해|불러|가르쳐)?(?:줘요?|줄래요?|줄수있(?:어요?|나요|을까요|니)|주세요|주실래요|주실수있나요"
    r"|주시겠어요|주십시오|봐|봐줘)|보여드려|부탁(?:해요?|합니다|드립니다|드려요)?|보고싶(?:어요?|습니다)|볼래요?|볼수있(?:어요?|나요|을까요|니))"
)
_EXISTS_KO = (
    r"(?:있|(?:볼|읽을|검색할|참고할|물어볼|찾을|열람할|이용할|쓸)수있|(?:가지고|갖고|알고|보유하고|들고)있|보유중이"
    r"|(?:들어|올라와?|실려|담겨|등록돼|등록되어|등록되|저장돼|저장되어|저장되|색인돼|색인되어|색인되|인덱싱돼|인덱싱되어)(?:가|와)?있)"
    r"(?:어|어요|니|나|나요|습니까|지|죠|을까|을까요|는가|는지|는데|음|는지요|냐)"
)
_NOUN_KO = rf"(?:{KIND}|문서|자료|파일)(?:들)?(?:(?:이?랑|와|과|하고|및|,){KIND})?"
_OF_DEVICE_KO = (
    rf"(?:{DEVICE}(?:(?:이?랑|와|과|하고|및|,)?{DEVICE})*(?:의|용|쪽|관련된?|에대한|에관한|에대해|에관해|에는|엔|에|은|는)?)"
)
_YOU_KO = "(?:넌|너는|너|당신은|당신|니가|네가|이봇은)"
_KOREAN: tuple[tuple[ServiceQuestion, str], ...] = (
    (
        "list",
        rf"(?:지금|현재|여기|여기에|여기엔|여기에는)?{_OF_DEVICE_KO}?(?:무슨|어떤|어느|뭔)(?:종류의)?{_NOUN_KO}(?:이|가|을|를|은|는)?"
        rf"{_EXISTS_KO}(?:{_PLEASE_KO})*",
    ),
    (
        "list",
        rf"(?:지금|현재|여기|여기에)?{_OF_DEVICE_KO}?{_NOUN_KO}(?:은|는|이|가|에는|엔|중에)?(?:뭐가?|뭐뭐가?|무엇이|뭣이|어떤(?:게|것이|것들이)|무슨(?:게|것이))"
        rf"{_EXISTS_KO}(?:{_PLEASE_KO})*",
    ),
    (
        "list",
        rf"(?:지금|현재|여기|여기에|가진|가지고있는|갖고있는|보유한|등록된|검색가능한|볼수있는)*{_OF_DEVICE_KO}?(?:전체|모든|등록된|보유)?(?:의)?{_NOUN_KO}(?:전체|의)?"
        rf"(?:목록|리스트|일람)(?:을|를|은|이|도|만)?(?:{_PLEASE_KO})*(?:있(?:어|어요|나요|니|습니까))?",
    ),
    (
        "list",
        rf"(?:지금|현재|여기|여기에)?{_OF_DEVICE_KO}?{_NOUN_KO}(?:은|는|이|가)?(?:모두|전부|총|다해서|전체|다)?(?:몇(?:개|건|권|편|가지)|얼마나)(?:나|이나|정도)?"
        rf"(?:{_EXISTS_KO}|야|이야|예요|이에요|인가요|입니까|인지|돼|돼요|되나요|됩니까)?(?:{_PLEASE_KO})*",
    ),
    (
        "show",
        rf"(?:(?:모든|전체)(?:의)?{_OF_DEVICE_KO}?{_NOUN_KO}|{_OF_DEVICE_KO}?{_NOUN_KO}(?:전부|전체|모두|다))(?:을|를)?(?:{_PLEASE_KO})+"
        rf"|{_OF_DEVICE_KO}{_NOUN_KO}(?:을|를)?(?:전부|모두|다)?(?:{_PLEASE_KO})+",
    ),
    (
        "service",
        rf"(?:{_YOU_KO}누구|누구(?=세요|십니까|신가요)|{_YOU_KO}(?:뭐하는(?:애|봇|거|건|서비스|프로그램)|정체가?뭐|뭐))"
        r"(?:니|야|냐|이야|예요|에요|이에요|세요|신가요|인가요|입니까|십니까|신지요|지)"
        r"|(?:네|너의|니|당신의)이름(?:이|은)?(?:뭐|무엇)(?:니|야|냐|예요|에요|이야|인가요|입니까)"
        r"|자기소개(?:좀)?(?:해)?(?:줘요?|주세요|봐|부탁해요?|부탁드려요)?"
        rf"|(?:{_YOU_KO}|여기서|여기선)?(?:뭘|뭐|뭐를|무엇을|무엇|어떤일을|어떤걸|무얼)"
        r"(?:할수있|해줄수있|할줄알|할줄아|도와줄수있|물어볼수있|물어봐도되|알려줄수있)"
        r"(?:아|아요|어|어요|니|나|나요|습니까|을까요?|는데|시나요|냐|죠|지)"
        r"|(?:뭘|뭐|무엇을|어떤걸|무슨질문을?|어떤질문을?)"
        r"(?:(?:물어보면|물으면|물어봐야|질문하면|물어봐도)(?:돼|돼요|되나요|될까요?|되니|좋을까요?)"
        r"|(?:물어볼|질문할)수있(?:어|어요|나요|니|습니까))"
        r"|(?:무슨|어떤)질문을?할수있(?:어|어요|나요|니|습니까)"
        r"|(?:넌|너는|너|당신은)(?:사람|봇|로봇|챗봇|인공지능|ai)(?:이야|야|이니|니|인가요|이에요|예요|입니까)"
        r"|도움말|도와줘요?|도와주세요",
    ),
)
_PLEASE_JA = (
    r"(?:(?:お?見せ|みせ|表示し|出し|教え|おしえ|挙げ|あげ|リストアップし|列挙し)(?:て)?(?:ください(?:ませ)?|下さい|くれますか|くれる|もらえますか|もらえる"
    r"|いただけますか|ほしい(?:です)?|欲しい(?:です)?|よ|ね)?|(?:が)?(?:見|読み)たい(?:です)?|お願い(?:します|いたします|できますか)?|ください|ちょうだい|頂戴|は(?:あります(?:か)?|ある))"
)
_EXISTS_JA = (
    r"(?:ある|あります|ありますか|あるか|あるの|あるのですか|あるんですか|ありますでしょうか|あるのでしょうか|あるでしょうか|ございますか"
    r"|(?:持って|入って|登録されて|収録されて|保存されて|載って|読み込まれて|使って|参照して|知って)(?:い)?(?:る|ます|ますか|るの|るんですか|るのですか)"
    r"|(?:読め|見られ|見れ|検索でき|参照でき|閲覧でき|使え)(?:る|ます|ますか|るの|るんですか)|ですか|でしょうか)"
)
_NOUN_JA = rf"(?:{KIND}|文書|資料|ドキュメント|ファイル)(?:(?:と|や|、){KIND})?"
_OF_DEVICE_JA = (
    rf"(?:{DEVICE}(?:(?:と|や|、|・)?{DEVICE})*(?:の|用の|に関する|に関して|について|についての|向けの|関連の|関係の|には|は)?)"
)
_YOU_JA = "(?:(?:あなた|君|きみ|おまえ|お前|そちら|ibidem)(?:は|って)?)"
_JAPANESE: tuple[tuple[ServiceQuestion, str], ...] = (
    (
        "list",
        rf"(?:今|現在|ここに|ここには|こちらには)?{_OF_DEVICE_JA}?(?:どんな|どういう|どういった|どのような|どの|何の|なんの)(?:種類の)?{_NOUN_JA}(?:が|は|を)?"
        rf"{_EXISTS_JA}(?:{_PLEASE_JA})*",
    ),
    (
        "list",
        rf"(?:今|現在|ここに|ここには)?{_OF_DEVICE_JA}?{_NOUN_JA}(?:は|には|って|としては)?(?:何|なに|どんなもの|どんなの|どういうもの|どれ)(?:が)?{_EXISTS_JA}(?:{_PLEASE_JA})*",
    ),
    (
        "list",
        rf"(?:全|全部の|すべての|全ての|登録されている|持っている|ある|手元の)?{_OF_DEVICE_JA}?(?:全|全部の|すべての|全ての)?{_NOUN_JA}(?:の)?(?:一覧|リスト|目録)(?:表)?(?:を|は|が|も)?(?:{_PLEASE_JA})*",
    ),
    (
        "list",
        rf"(?:今|現在|ここに|ここには)?{_OF_DEVICE_JA}?{_NOUN_JA}(?:は|が|って)?(?:全部で|全部|合計で|合計|全て|すべて)?(?:何件|何個|何本|何冊|何点|何種類|いくつ|どのくらい|どれくらい|どれだけ)"
        rf"(?:くらい|ぐらい|ほど)?{_EXISTS_JA}?",
    ),
    (
        "show",
        rf"(?:(?:全部の|すべての|全ての|全){_OF_DEVICE_JA}?{_NOUN_JA}|{_OF_DEVICE_JA}?{_NOUN_JA}を?(?:全部|すべて|全て))(?:を)?(?:{_PLEASE_JA})+"
        rf"|{_OF_DEVICE_JA}{_NOUN_JA}(?:を)?(?:全部|すべて|全て)?(?:{_PLEASE_JA})+",
    ),
    (
        "service",
        rf"(?:{_YOU_JA}(?:誰|だれ|どなた|何者|なにもの|何))(?:なの|ですか|でしょうか|だ|なんですか|なのですか)?"
        r"|(?:あなたの|君の|お)名前(?:は|を)?(?:何|なに|教えて)?(?:ですか|ください)?"
        r"|自己紹介(?:を)?(?:して|お願い(?:します)?)(?:ください)?"
        rf"|(?:{_YOU_JA}|あなたには|ここでは|ここで)?(?:何|なに)(?:が|を)"
        r"(?:できる|出来る|できます|出来ます|してくれる|してくれます|してもらえる|してもらえます|手伝ってくれる|手伝えます)"
        r"(?:か|の|のか|のですか|んですか|んだ)?|(?:できること|出来ること)(?:は|を)?(?:何|なに|教えて)?(?:ですか|ください)?"
        r"|(?:何|なに|どんなこと|どんな質問|どういう質問)(?:を|が|なら)?"
        r"(?:でき(?:る|ます)|(?:聞けば|聞いたら|聞いても|質問すれば|尋ねれば)(?:いい|よい|良い)|質問でき(?:る|ます)|聞け(?:る|ます))(?:の)?"
        r"(?:か|ですか|のですか|んですか|でしょうか)?"
        r"|ヘルプ|助けて(?:ください)?|(?:あなた|君|きみ)は(?:人間|ai|ロボット|ボット)(?:ですか|なの|でしょうか)",
    ),
)


def _compiled(table: tuple[tuple[ServiceQuestion, str], ...], before: str) -> tuple[tuple[ServiceQuestion, re.Pattern[str]], ...]:
    return tuple((question, re.compile(f"{before}(?:{words})", re.IGNORECASE)) for question, words in table)


_SPACED = _compiled(_ENGLISH, _PLEASE_EN)
_SPACED_END = re.compile(r"(?: (?:please|thanks|thank you|for me|now|again|exactly))+$", re.IGNORECASE)
_UNSPACED: tuple[tuple[ServiceQuestion, re.Pattern[str]], ...] = (
    *_compiled(_KOREAN, r"(?:안녕(?:하세요)?|저기요?|혹시|그럼|그러면|근데|그런데|일단|우선)*"),
    *_compiled(_JAPANESE, r"(?:こんにちは|すみません|ところで|では|じゃあ|それでは|えっと|まず)*"),
)
_MARKS = re.compile(r"[\s,.!?~。、！？…·:;]+")


def service_question(message: str) -> ServiceQuestion | None:
    """What the message asks, when it asks for nothing else; None when it is a question like any other."""
    text = normalise(message)
    if len(text) > LONGEST:
        return None
    text = _MARKS.sub(" ", text.replace("’", "'")).strip()
    spaced = _SPACED_END.sub("", " ".join(re.sub(f"([{DEVICE}{KIND}])", r" \1 ", text).split()))
    return _first(_SPACED, spaced) or _first(_UNSPACED, text.replace(" ", ""))


def _first(table: tuple[tuple[ServiceQuestion, re.Pattern[str]], ...], text: str) -> ServiceQuestion | None:
    for question, words in table:
        if words.fullmatch(text) is not None:
            return question
    return None
