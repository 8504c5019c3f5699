"""Everyday words, which surround a question and carry little of its subject.

In a large corpus their frequency shows it; in one of thirty documents most of them never occur, and would count as the rarest.
"""

from functools import lru_cache

from ibidem.language.search_text import WORD, question_terms

_KOREAN = """
지금 이제 요즘 아까 방금 오늘 내일 어제 올해 작년 내년 예전 이번 다음 처음 나중 바로 그냥 혹시 정말 진짜 자꾸 계속 아직 이미
다시 또 더 덜 많이 조금 좀 너무 아주 제일 가장 최대 최소 모두 전부 같이 따로 각각 보통 대략 정도 경우 때 동안 이후 이전 밖
앞 뒤 위 아래 옆 곳 것 거 수 줄 분 사람 저 나 우리 제 내 집 회사 물건 모델 종류 방법 절차 순서 단계 이유 문제 돈 맘 했다
됐다 되나요 있다 없다 갔다 가나요 봤다 보여 줬다 주세요 받았다 썼다 쓰는데 사용 이용 넣었다 뺐다 바꿨다 바꾸나요
갈았다 알았다 알려주세요 몰랐다 말했다 말해 물었다 찾았다 필요 가능 원해요 싶다 같다 좋다 크다 작다 높다 낮다 길다 짧다
빠르다 늦다 맞다 생겼다 나왔다 나오나요 났다 들었다 들어와요 뒀다 놓았다 걸렸다 걸리나요 끝났다 시작 버렸다 버려요 샀다
사나요 하루 매일 매주 매월 매년 시간 개월
"""

_JAPANESE = """
今 今日 明日 昨日 今年 去年 来年 最近 さっき 後 前 次 最初 最後 先 まだ もう すぐ また もっと とても かなり 全部 全て 一番
最大 最小 最低 最高 大体 普通 場合 時 所 物 事 方 人 奴 うち 自分 私 僕 お金 会社 家 方法 手順 順番 仕方 やり方 理由 問題
種類 する なる ある いる いい できる 行く 来る 見る 言う 思う もらう くれる あげる 使う 入れる 出す 出る 取る 付ける 外す
替える 変える 教える 知る 聞く 探す 必要 可能 欲しい 良い 大きい 小さい 高い 低い 長い 短い 早い 遅い 多い 少ない 始める
毎日 毎週 毎月 毎年 終わる 待つ 買う 持つ 置く 決まる 決まり やっぱり 結局 勝手に ちょっと ください お願い 半 上げる 掛かる
時間 か月
"""

_ENGLISH = """
get got give go come came keep kept make made take took put use used want need like know think tell say call find look see
show work do happen happens try let help start stop end begin turn change new old big small high low long short fast slow
good bad right wrong still back ago now then already yet ever never always often soon later again away around max maximum
min minimum most least many much more less time day week month year today thing stuff people person someone somebody anyone
folks guy way kind type sort name number part place please thanks hi hello im whats dont cant possible allowed able another
different same whole first last next early late run daily weekly monthly yearly money
"""


@lru_cache(maxsize=1)
def everyday_tokens() -> frozenset[str]:
    """The search tokens of these words, as a question's terms hold them."""
    words = f"{_KOREAN} {_JAPANESE} {_ENGLISH}".split()
    return frozenset(term.token for word in words for term in question_terms(word) if term.token[0] == WORD)
