"""Rows as in `personal_rows`, of the second and the third round: each written after the recognisers had passed the one before."""

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
