"""Sentences with personal data, and sentences of machines and paper that only look like it. Numbers are made up.

A datum is written `«KIND value»`.
"""

import re
from typing import get_args

from ibidem.domain.personal_data import PersonalDatum, PersonalKind

_MARKED = re.compile(r"«(\w+) ([^»]*)»")

PERSONAL = """\
제 연락처는 «PHONE 010-2345-6789»입니다
«PHONE 01023456789»로 문자 주세요
휴대폰 «PHONE 010 2345 6789»로 회신 바랍니다
담당자 번호 «PHONE ０１０－２３４５－６７８９»로 전화 주세요
담당자 «PHONE 010 - 2345 - 6789» 부재중
전번은 «PHONE 010)2345-6789»예요
본사 «PHONE (02)345-6789», 공장 «PHONE 041-550-1234»
팩스는 «PHONE 031.210.4567»이에요
해외에서는 «PHONE +82-10-2345-6789»로 거세요
고객센터 «PHONE 1588-1234»로 문의하면 되나요?
안심번호 «PHONE 0504-1234-5678» 로 연결
홍길동,35,«PHONE 010-2345-6789»,서울
전화 «PHONE 010-2345-6789»/«PHONE 02-345-6789»
주민등록번호 «KR_RRN 900101-1234568»이 맞나요
주민번호는 «KR_RRN 9001011234568»입니다
주민번호 «KR_RRN ９００１０１－１２３４５６８» 확인 부탁
직원 «KR_RRN 880229-2345678»의 연차 일수는?
아이는 «KR_RRN 210305-4123456»이고 학교에 다녀요
외국인등록번호 «KR_FRN 920707-5123456»인 직원의 휴가
외국인 직원 «KR_FRN 920707-6123456» 등록
사업자 번호 «KR_BRN 124-81-00998»로 세금계산서 발행
사업자번호 «KR_BRN 1248100998» 조회
공급사 «KR_BRN 124-81-00998» 등록 여부
여권번호는 «KR_PASSPORT M12345678»이에요
새 여권 «KR_PASSPORT M123A4567»로 갱신했어요
운전면허 «KR_DRIVER_LICENSE 11-12-345678-90» 갱신일
면허번호 «KR_DRIVER_LICENSE 111234567890» 등록해 주세요
«KR_DRIVER_LICENSE 13-05-123456-01»은 언제 갱신하나요?
국민은행 «BANK_ACCOUNT 123456-04-123456»으로 입금해 주세요
카카오뱅크 «BANK_ACCOUNT 3333-01-1234567» 예금주 홍길동
급여 계좌 «BANK_ACCOUNT 110123456789»로 변경
«BANK_ACCOUNT 110-234-567890» 계좌로 환급해 주세요
법인카드 «CREDIT_CARD 5555-5555-5555-4444» 분실
카드번호 «CREDIT_CARD 4111111111111111»로 결제했는데요
메일은 «EMAIL gildong.hong@example.co.kr»로 주세요
«EMAIL gildong@example.com»이랑 «EMAIL lee_1@example.org»에 보내 주세요
메일 «EMAIL ｈｏｎｇ＠ｅｘａｍｐｌｅ．ｃｏｍ»으로 회신
서버 비밀번호는 «SECRET hunter2!»예요
비밀번호: «SECRET Qwer1234»
API 키 «SECRET sk-ant-api03-AbCdEfGhIjKlMnOp1234»를 넣었어요
DB는 postgres://admin:«SECRET s3cretPw»@db.local/app 입니다
My cell is «PHONE +1 (650) 253-0000», call after six.
Call me at «PHONE 650-253-0000» tomorrow.
Office: «PHONE (650) 253-0000»
Phone «PHONE 020 7946 0958», ask for Ann.
Our Tokyo line is «PHONE +81-3-1234-5678».
Tel.: «PHONE 212.555.0147»
Fax: «PHONE 415-555-0132»
Her email is «EMAIL anne-marie.o'neil+hr@mail.example.co.uk».
Send it to «EMAIL a.b@example.com», please.
SSN: «US_SSN 536-22-8731»
Social security number «US_SSN 536228731» on file.
Passport no. «PASSPORT 512345678» expires in May.
Card «CREDIT_CARD 4242 4242 4242 4242» was charged twice.
Visa: «CREDIT_CARD 4012888888881881»
«CREDIT_CARD 3782 822463 10005» is the corporate Amex.
IBAN «BANK_ACCOUNT DE89 3704 0044 0532 0130 00» for refunds
Pay into «BANK_ACCOUNT GB82WEST12345698765432».
Bank account number «BANK_ACCOUNT 000123456789» at First Bank
password: «SECRET hunter22»
The password is «SECRET P@ssw0rd!»
Set API_KEY=«SECRET 9f8a7b6c5d4e3f2a» in the file
Authorization: Bearer «SECRET eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc123DEF456ghi789»
aws key «SECRET AKIAIOSFODNN7EXAMPLE» leaked
Slack «SECRET xoxb-123456789012-abcdefGHIJKL» rotate it
Driver's license «KR_DRIVER_LICENSE 11-12-345678-90» from Korea
携帯は«PHONE 090-1234-5678»です
«PHONE 09012345678»までお電話ください
代表電話 «PHONE 03-1234-5678»におかけください
大阪支店の電話は«PHONE 06(1234)5678»です
連絡先は«PHONE ０９０ー１２３４ー５６７８»です
フリーダイヤル«PHONE 0120-444-113»まで
FAX «PHONE 045-123-4567»に送付
担当の電話番号は«PHONE 0312345678»です
マイナンバーは«JP_MY_NUMBER 1234-5678-9018»です
個人番号 «JP_MY_NUMBER 123456789018» を登録
運転免許証番号は«JP_DRIVER_LICENSE 301234567890»です
パスポート番号«JP_PASSPORT TK1234567»の更新
在留カード番号 «JP_RESIDENCE_CARD AB12345678CD» の確認
基礎年金番号は«JP_PENSION 1234-567890»です
三菱UFJ銀行 渋谷支店 普通 «BANK_ACCOUNT 1234567» に振り込みました
口座番号は«BANK_ACCOUNT 7654321»です
ゆうちょ銀行 «BANK_ACCOUNT 10180-12345671» へ送金
クレジットカード«CREDIT_CARD 3566 0020 2036 0505»が使えません
カード番号は«CREDIT_CARD 5105105105105100»です
メール«EMAIL taro.yamada@example.jp»までご連絡ください
パスワードは«SECRET Sakura2024»です
暗証番号は«SECRET 4821»です
トークン «SECRET glpat-AbCdEf1234567890GhIj» を削除した
"""

CLEAN = """\
부품번호 3870-01234-02의 재고를 알려줘
부품 010-12345-678 교체 주기
품번 010-1234-5678 재고 있어?
로트 850923-2123439 수율 보고
자재코드 1208112342 입고
주문번호 9001011234568 배송 조회
시리얼 M12345678 펌프 보증 기간
도면번호 123-45-67890 개정
관리번호 02-345-6789 설비 점검
M12x1.75 볼트를 85 N·m로 조여줘
리드 볼트는 6 N·m, 이어서 12 N·m로 체결한다
압력은 1.0E-6 Torr, 유량은 1500 sccm
2026-01-29 09:30:15에 알람 발생
20260129093015 로그를 보여줘
2026.01.29~2026.02.28 기간의 점검
ISO 9001:2015와 IEC 60204-1 비교
SEMI S2-0310 규격의 4.2항
버전 2.2.366-20260129 배포
펌웨어 010.1234.5678 설치
포트 192.168.10.101:8080이 막혔어
gcb_10482와 myservice 29392를 비교해줘
이전 1번 문서 전체를 보여줘
3번과 5번 문서의 12-34쪽
연차는 15일이고 근속 3년마다 1일씩 늘어난다
예산은 1,234,567,890원이다
입금액은 1000000000원입니다
송금 한도는 50000000원
전화 응대 규정 제12조 3항
전화번호를 바꾸려면 어떻게 해?
여권 갱신은 3개월 전에 신청
비밀번호는 90일마다 바꾼다
비밀번호: 10자 이상, 특수문자 포함
비밀번호 8자리 규칙을 알려줘
카드 결제는 30일 안에 정산
법인등록번호 110111-1234567의 정관
토큰 1200개 제한을 늘려줘
API 키 발급 절차 v2.1
EAN 4006381333931 상품
바코드 8801234567893
좌표 37.566535, 126.977969
온도 +25 °C에서 -10 °C까지
UUID 550e8400-e29b-41d4-a716-446655440000
MAC 00:1A:2B:3C:4D:5E
이슈 #123456과 PR 7890
예산 코드 2026-0012-0034
배치 20260129-123456의 두께 1250 Å
접수번호 2026-1234567 처리 상태
챔버 A-101, B-202의 RF 시간 120000 h
user@localhost로 접속
logo@2x.png 파일을 바꿔
Torque 85 Nm, then 120 Nm in sequence 1-3-2-4
PN 900-12-3456 rev B
Part no. 650-253-0000 is obsolete
Order 4111111111111111 shipped
Lot 219-09-9999 scrapped
Serial 378282246310005 out of warranty
S/N 010-2345-6789 returned
Error code 0x80070005 on tool 3
The spec is 120-30-4500 for this nozzle
Use a 100-200-3000 mesh
ISO 14644-1:2015 class 5
Version 3.11.7 of 2026-01-29
commit 3f2a9c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b
sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
git clone git@github.com:example/tool.git
npm install @angular/core@12.1.0
Run on 10.0.0.12:9200 with 16384 MB
ISBN 978-3-16-148410-0
Bearer token authentication overview
Passwords expire after 90 days
password policy: 12 characters at least
The PIN assignment of connector J4
Use sk- prefix keys only in staging
Token limit is 4096 per call
Timestamp 1767225600000 in the log
CAS 7732-18-5 in the bath
Clause 4.2.1.3 of EN 60204-1
Flow 1500 sccm at 2.5e-3 mbar
Step 12: hold 30 min at 1100 °C
Doc sop_551203 page 12-34
Call the function with 3 arguments
Contact resistance is 0.015 ohm
Bank 2 of the memory holds 65536 words
Card slot 3 reads 1024 samples
Account for 1250 hours of wear
GPS 37.7749, -122.4194
Invoice 20260129-0012 of 1,250,000
Model 2200-0145-77 pump
IMEI 490154203237518 of the logger
RFC 7231 section 6.5.4
部品番号 0190-24115 の交換手順
品番 090-1234-5678 の在庫
注文番号 03-1234-5678 の状況
ロット 123456789018 の検査結果
型番 0120-444-113 のモーター
シリアル番号 4111111111111111 の装置
受付番号 123456789013 を確認
2026年1月29日 10時30分の議事録
トルクは 85 N·m、順序は 1-3-2-4
圧力 1.0E-6 Torr、流量 1500 sccm
JIS B 0205-4:2001 のねじ
SUPRA XP の点検は 120000 時間ごと
バージョン 2.2.366-20260129
ポンプの重量は 340 kg
パスワードは90日ごとに変更する
パスワードは12文字以上
電話対応の規程 第12条
口座開設の手順を教えて
カードの有効期限は 5 年
請求額は1,234,567円です
振込限度額は 10000000円
伝票番号 1234-5678-9018 の追跡
法人番号 1234567890123 の会社
myservice 29392 を説明して
エラーコード 0x80070005
"""


def read(row: str) -> tuple[str, list[PersonalDatum]]:
    """A row as the text and what is in it."""
    text, data, last = "", list[PersonalDatum](), 0
    for found in _MARKED.finditer(row):
        text += row[last : found.start()]
        (kind,) = (kind for kind in get_args(PersonalKind) if kind == found[1])
        data.append(PersonalDatum(len(text), len(text) + len(found[2]), kind))
        text += found[2]
        last = found.end()
    return text + row[last:], data
