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

# Written after the rules, in two rounds: at the first try 52 of 55 found, and 2 of 55 clean ones touched.
LATER_PERSONAL = """\
어제 연락 주신 «PHONE 010.9876.5432»번으로 다시 걸었는데 안 받으세요
회의 참석자: 김철수(«EMAIL cs.kim@corp.example.kr», «PHONE 010-8765-4321»)
등본에 적힌 «KR_RRN 001231-3012345»와 다릅니다
배우자 주민등록번호가 «KR_RRN 7512242345678»인데 경조금 신청 가능한가요?
거래처 등록번호 «KR_BRN 220-81-62517»로 계산서 끊어주세요
환불은 하나은행 «BANK_ACCOUNT 620-123456-789» 홍길동으로 부탁드립니다
우체국 «BANK_ACCOUNT 012345-67-890123»로 이체했습니다
제 여권(«KR_PASSPORT M98765432»)이 만료됐어요
«PHONE 02)2345-6789»로 전화했는데 통화 중
사내 와이파이 비번 «SECRET wifi-2024!»
VPN 패스워드는 «SECRET Abcd!2345»로 초기화됐습니다
카드 «CREDIT_CARD 4539 1488 0343 6467» 승인 취소
이메일 주소가 «EMAIL 2024newbie@example.net»에서 바뀌었어요
외국인등록증 번호 «KR_FRN 8803155123456»
He can be reached on «PHONE +49 30 901820».
My mobile: «PHONE 07700 900123»
Ring «PHONE +1-202-555-0173» and ask for the night shift.
Her social is «US_SSN 078-05-1120», SSN on the W-4.
Use Mastercard «CREDIT_CARD 2223003122003222» for the deposit
export OPENAI_API_KEY=«SECRET sk-proj-Zx9Yw8Vu7Ts6Rq5Po4Nm3»
The DB password is «SECRET correct7horse»; change it.
cc: «EMAIL j.smith@sub.example.com», «EMAIL ops@example.io»
IBAN: «BANK_ACCOUNT FR14 2004 1010 0505 0001 3M02 606»
緊急連絡先:«PHONE 080-9876-5432»(母)
本人の携帯「«PHONE 070 1234 5678»」に連絡済み
新しいマイナンバーカードの番号は«JP_MY_NUMBER 1234 5678 9018»です
みずほ銀行の口座«BANK_ACCOUNT 2345678»に振り込んでください
旅券番号 «JP_PASSPORT MU7654321» を控えました
支店の番号は«PHONE 011-222-3333»です
メアドは«EMAIL sato-hanako@example.ne.jp»になりました
VPNのパスワード：«SECRET Kyoto#77»
免許証の番号«JP_DRIVER_LICENSE 1234 5678 9012»を登録
JCBカード «CREDIT_CARD 3530111333300000» の請求
인사팀 박과장 직통은 «PHONE 02-6123-4567»입니다
택배 기사님 «PHONE 0108765 4321» 아니고요
계약자 주민번호 뒷자리까지 «KR_RRN 820715-2765432» 적어야 하나요
농협은행 «BANK_ACCOUNT 351-0123-4567-83» 로 퇴직금 입금
면허증 «KR_DRIVER_LICENSE 26-15-987654-32» 사본 제출
여권 사본(«KR_PASSPORT M234B5678») 첨부합니다
메일 «EMAIL hr+leave@example.kr»로 보내면 됩니까?
삼성카드 «CREDIT_CARD 6011-1111-1111-1117» 해지
로그인 암호는 «SECRET Spring2025!»입니다
git remote에 «SECRET ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8»가 남았어요
My number is «PHONE +61 412 345 678» while in Sydney
Phone: «PHONE 1-800-555-0199»
US passport number «PASSPORT C12345678»
Routing aside, account number «BANK_ACCOUNT 9876543210» is mine
social security no: «US_SSN 219 09 9999»
token=«SECRET a8f5f167f44f4964e6c998dee827110c»
ご自宅 «PHONE 0466-12-3456» にお電話します
振込先は三井住友銀行 普通 «BANK_ACCOUNT 8765432»
マイナンバー「«JP_MY_NUMBER 234567890124»」を提出
免許証番号：«JP_DRIVER_LICENSE 450987654321»
"""

LATER_CLEAN = """\
설비번호 041-550-1234 점검표를 보여줘
알람 4012-8888 발생 시 조치
RF 매처 C1 450-520-0610 위치
볼트 M6 8개, M8 12개 체크
웨이퍼 1200-0034-5678 두께 775 um
2025-11-03 08:15 ~ 2025-11-03 17:45 작업
작업지시서 WO-20260129-0012
매뉴얼 3.2.1항의 표 12와 13
전화 요금은 매월 25일에 청구된다
카드키 분실 시 3일 안에 신고
연락이 2일 넘게 없으면 퇴사 처리
점검 항목 1. 10 2. 20 3. 30 4. 40
설정값 100 200 300 400 500 600 700
계좌 변경은 매월 15일까지 신청
Replace O-ring OR-3815-FK and gasket 0040-12345
Alarm 2-16-4 at 14:05:33.120
Setpoints 10 20 30 40 50 60 70 80 sccm
Chapter 10.2.3.4, table 5-12
Cable W12 pins 1-15 at 24 VDC 0.5 A
Calibration due 2026/01/29, last 2025/01/29
RF hours 012345-67 exceeded
Account lockout after 5 attempts within 30 minutes
SEMI E10-0304 and E79-1106
Contact force 120-150 N over 1000000 cycles
Reached 1234567 wafers, call the vendor
Wavelength 193.368 nm, dose 25.4 mJ/cm2
点検表 03-1204-001 を見せて
SOP 1203 の手順 4-2
100-200-3000 の範囲
カード型センサー CS-1234-5678 の配線
電話機の内線設定は 4 桁
基板 2345-6789-0123 の交換
設定値は 100 200 300 400 500 600
振込手数料は 1 件 330 円
作業時間 08:30-17:15、休憩 60 分
호기 PRECIA-03의 RF 전력 1500 W, 바이어스 300 W
교체 주기 6000 시간, 누적 12345678 wafer
사양서 SPEC-2024-0012345 개정 3
2호기 4012 1234 5678 9012 카운터 값
온라인 교육 2026-03-02~2026-03-06, 수강번호 20260302-0001
입금은 매월 10일, 이체 한도 5,000만 원
비밀번호는 8~16자 영문과 숫자
공급 압력 0.45-0.55 MPa
The recipe runs 120 s at 65-70 °C with 3.5e-4 Pa
Asset 650-253-0000 moved to bay 12
See RFC 5322, ISO/IEC 27001:2022 and SEMI E84-0200E2
Reset token lifetime is 3600s
Contact pressure 210 kPa, 1200 rpm
Bank switching at 0x8000-0xBFFF
Passport control opens at 06:00-22:00
装置 03-1204 のアラーム 2045
ロット A20260129-01 の 25 枚
カード読取機 CR-2345-6789 の交換
電話会議は 2026-01-29 10:00-11:00
暗証番号は4桁以上
"""


# Written after the rules, in a third round: at the first try 62 of 64 found, and none of 62 clean ones touched.
THIRD_PERSONAL = """\
퇴사자 «KR_RRN 791123-1234567» 4대보험 상실 신고는 언제까지 하나요?
신규 입사자 주민번호 앞뒤 다 적으면 «KR_RRN 0307214567890»인데 맞는 양식이에요?
제 휴대전화가 «PHONE 010-5523-0981»에서 «PHONE 010-7781-2290»로 바뀌었습니다
경비실 내선 말고 «PHONE 031-8044-2210»으로 연락 주시면 됩니다
야간 당직자 핸드폰: «PHONE 01099887766» (김대리)
대표전화 «PHONE 1670-0876»로 전화했더니 연결이 안 돼요
외국인 근로자 등록번호 «KR_FRN 850412-7234561» 체류 연장 서류
베트남 직원 외국인등록번호 «KR_FRN 9511085678901» 확인 좀 해 주세요
여권 번호 «KR_PASSPORT M49283716» 출장 비자 신청합니다
출장자 여권: «KR_PASSPORT S12345678»
운전면허증 «KR_DRIVER_LICENSE 12-19-041235-51»로 법인차량 등록해 주세요
면허번호가 «KR_DRIVER_LICENSE 21 08 552341 70»이면 갱신 대상인가요
협력사 사업자등록번호는 «KR_BRN 220-81-62517»입니다
사업자등록증상 번호 «KR_BRN 1208147521» 조회 결과
급여는 신한은행 «BANK_ACCOUNT 110-482-993847»로 받고 싶습니다
환급 계좌: 기업 «BANK_ACCOUNT 010-554213-01-018»
우리은행 «BANK_ACCOUNT 1002-345-678901» 예금주 이영희
경비는 개인 카드 «CREDIT_CARD 5409 2600 1234 5676»로 먼저 결제했습니다
법인카드번호 «CREDIT_CARD 4579-7300-1122-3347» 한도 상향 요청
문의는 «EMAIL minsu_kim@corp-example.co.kr»로 보내 주세요
제 계정 «EMAIL jh.park+vpn@example.com»이 잠겼어요
사내 메신저 비밀번호를 «SECRET Summer#2026»으로 바꿨는데 안 돼요
관리자 패스워드: «SECRET qwe123!@#» 이거 그대로 써도 되나요
접속 토큰은 «SECRET ghp_9XyZ8wVu7TsR6qPo5NmL4kJi3HgF2eDc1BaA»입니다
API키=«SECRET 7d9f2c4b8a1e6035f4d2» 로 호출하면 401이 나요
비상연락망에 «PHONE ０１０ ４４３２ ８８７６» 번호 추가해 주세요
Please update my phone to «PHONE (408) 555-0137» in the directory.
My new number is «PHONE +44 20 7946 0321», effective Monday.
You can text me at «PHONE 312-555-0189» during the night shift.
Emergency contact: Jane, mobile «PHONE 917.555.0166»
Her Social Security Number is «US_SSN 457-55-5462», as on the W-2.
I was asked for my SSN («US_SSN 602 11 9083») on the I-9 form. Is that right?
Passport number «PASSPORT 483920175» for the visa letter
My passport «PASSPORT X4829175» expires before the trip
Reimburse to checking account number «BANK_ACCOUNT 4839201756», routing on file
Wire it to IBAN «BANK_ACCOUNT NL91 ABNA 0417 1643 00», please.
The corporate Visa «CREDIT_CARD 4916 3385 0608 2832» was declined in Osaka.
I paid with Amex «CREDIT_CARD 371449635398431»
Contact «EMAIL maria.garcia-lopez@mail.example.org» or «EMAIL it_help@example.net».
The wifi password is «SECRET Blue-Falcon-77» on floor 3.
Login: jdoe / password: «SECRET Tr0ub4dor&3»
set client_secret=«SECRET 8Q~xYz12AbCdEfGhIjKl» and retry
It prints Authorization: Bearer «SECRET eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJ1aWQiOjQyfQ.s5K-q9Zp0x_TnVb1»
The VPN PIN is «SECRET 73914» for contractors.
My resident registration number in Korea is «KR_RRN 880630-2345671».
社員のマイナンバー«JP_MY_NUMBER 4567 8901 2348»を年末調整に使えますか。
個人番号は「«JP_MY_NUMBER 876543210984»」で登録されています
引っ越しで電話が«PHONE 045-314-2299»に変わりました。
携帯番号 «PHONE 08034567890» に緊急連絡をお願いします。
内線ではなく«PHONE 03-6744-1180»へおかけ直しください。
お問い合わせは«PHONE 0570-064-110»まで。
海外からは«PHONE +81 90 3456 7812»にお願いします
運転免許証の番号 «JP_DRIVER_LICENSE 621203456780» の写しを提出しました。
旅券番号は«JP_PASSPORT TZ0987654»で、来月失効します。
在留カードの番号が«JP_RESIDENCE_CARD CD98765432EF»に変わりました
年金手帳にある基礎年金番号«JP_PENSION 4512-098765»を会社に出す必要はありますか。
給与の振込先を三井住友銀行 新宿支店 普通 «BANK_ACCOUNT 4839201» に変更したいです。
ゆうちょの口座 «BANK_ACCOUNT 12340-98765431» に送ってください
会社のクレジットカード番号は«CREDIT_CARD 3540 5999 9999 1047»です。
社内システムのパスワードを«SECRET Hanami!2026»にしたのですが、入れません。
メールは«EMAIL suzuki.ichiro@example.co.jp»です。
ログインIDはsato、暗証番号は«SECRET 590213»です
"""

THIRD_CLEAN = """\
게이트 밸브 볼트는 M6 12개, 체결 토크 12.5 N·m, 순서 1-4-2-5-3-6
알람 4012-8830과 4012-8831의 차이를 알려줘
부품번호 0190-35871과 0190-35872는 호환되나요?
작업지시 WO-2026-0117-0042 상태가 뭐야
2026-11-23 02:15:43.120 이후 로그만 보여줘
발주번호 4500123987-10 입고 예정일
진공도 3.0E-7 Torr까지 펌핑 시간 45 min
펌웨어 v3.14.2-20260118을 설치했다
OPC-UA 포트 4840, Modbus 502, 주소 192.168.100.21
웨이퍼 로트 LT250117-0031-05 두께 775.2 um
RF 파워 1500/300 W, 유량 Ar 200 sccm, O2 50 sccm
정기 점검 주기 2000 h, 4000 h, 8000 h
사내 규정 제23조 2항 3호에 따르면
교육 시간은 연 16시간, 이수 기준 80점 이상
경비 한도는 1회 300,000원, 월 1,500,000원이다
출장비 정산서 EXP-20260118-001 처리 상황
설비 ID 20260118001의 마지막 PM은?
도면 DWG-1203-0045-07 개정 C
센서 값 0.0125, 0.0131, 0.0142, 0.0150 평균
좌표 X 1203.450 Y -0045.120 Z 0012.700 티칭
장애 티켓 INC0012345, 변경 CHG0045678
시리얼넘버 SN 2203-0110-4456 컨트롤러
카운터가 12345678901을 넘으면 초기화된다
볼트 M8x25, 와셔 8.4, 너트 M8 각 16개
비밀번호는 영문·숫자·특수문자 10자 이상이어야 한다
전화 예절 교육은 3월 2일 10:00-12:00
카드 분실 신고는 24시간 이내에 한다
MES 오류 ORA-00942, SQLSTATE 42S02가 떠요
품목 8801-2345-6789 재고 수량
가스 캐비닛 GC-02-345-6789 압력 확인
Torque the M10 bolts to 45 Nm in steps of 15, 30, 45
Alarm 2045-0012 came up at 03:14:15 on 2026-11-21
Replace seal kit 0242-18837 every 6000 hours
Firmware 10.4.2.1187 was released on 2026-10-02
Purchase order 4501239876 item 20, quantity 150
Lot 24-1187-0032 failed at step 1450
The chiller runs at 18.5-22.0 °C and 3.5 bar
Set point 1200 sccm, range 0-5000, resolution 0.1
Ticket 2026112300045 is still open
Drawing 1203-4567-890 rev D, sheet 2 of 12
Pump serial 20250117 3456 001 was rebuilt
CAN id 0x18FF50E5, baud 250000
UTC offset +09:00, epoch 1763863200
The mean time between failures is 12,500 h over 340 units
IPv6 2001:0db8:85a3:0000:0000:8a2e:0370:7334
Version 2.2.366 replaced 2.2.354 in build 20260129
Annex A.12.4.1 of ISO/IEC 27001:2013
Passwords need 12 characters and change every 180 days
Section 4.3.2.1, figures 12-15, pages 1203-1210
Bolt pattern 6 x 60 deg, radius 125.450 mm
ボルトは M6×20、締付けトルクは 12.5 N·m です
アラーム 4012-8830 が 2026-11-21 03:14 に発生
部品番号 0190-35871 の在庫を確認したい
注文番号 4500-1239-8765 の納期はいつですか
圧力 3.0E-7 Torr、温度 65 ℃、時間 120 分
ファームウェア 10.4.2 (ビルド 20261002) に更新
装置番号 2203-0110-4456 の点検記録
就業規則 第23条 第2項 に定める 15 日
作業番号 W-20261121-0007 を完了
測定値は 0.0125、0.0131、0.0142 でした
受注 2026-1121-0045 の検査結果
パスワードは 10 文字以上、90 日ごとに変更
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
