"""Documents of tables and forms, made up, each in three languages."""

# Conditions on the cells of a long table that also counts things.
HALLS_EN = (
    "# Community halls\n\n| No | District | Hall | Seats | Wheelchair access | Kitchen |\n|---|---|---|---|---|---|\n"
    + "".join(
        f"| {n} | {('Northgate', 'Millbrook', 'Easton')[n % 3]} | Hall {n:03} | {40 + (n * 37) % 400} "
        f"| {'yes' if n % 4 == 0 else 'no'} | {'yes' if n % 5 == 0 else 'no'} |\n"
        for n in range(1, 91)
    )
)
HALLS_KO = "# 마을 회관 목록\n\n| 연번 | 지역 | 회관명 | 좌석 수 | 경사로 | 주방 |\n|---|---|---|---|---|---|\n" + "".join(
    f"| {n} | {('북문동', '방앗골', '동촌면')[n % 3]} | 제{n}회관 | {40 + (n * 37) % 400} "
    f"| {'유' if n % 4 == 0 else '무'} | {'유' if n % 5 == 0 else '무'} |\n"
    for n in range(1, 91)
)
HALLS_JA = "# 集会所一覧\n\n| 番号 | 地区 | 集会所名 | 座席数 | スロープ | 台所 |\n|---|---|---|---|---|---|\n" + "".join(
    f"| {n} | {('北門区', '水車区', '東野区')[n % 3]} | 第{n}集会所 | {40 + (n * 37) % 400} "
    f"| {'有' if n % 4 == 0 else '無'} | {'有' if n % 5 == 0 else '無'} |\n"
    for n in range(1, 91)
)
COUNT = sum(n % 3 == 1 and n % 4 == 0 for n in range(1, 91))
BEST = max((40 + (n * 37) % 400, n) for n in range(1, 91) if n % 3 == 1)

# Several alike tables, of which the head or the line above says which is which.
PASSES_EN = (
    "# Swimming pool prices\n\n| Silver pass: pool only | One month | One year |\n|---|---|---|\n| Adult | $31 | $310 |\n"
    "| Family | $58 | $580 |\n\n| Gold pass: pool and sauna | One month | One year |\n|---|---|---|\n| Adult | $44 | $440 |\n"
    "| Family | $79 | $790 |\n\n| Bronze pass: mornings | One month | One year |\n|---|---|---|\n| Adult | $19 | $190 |\n"
    "| Family | $36 | $360 |\n"
)
PASSES_KO = (
    "# 수영장 이용료\n\n실버 이용권\n\n| 구분 | 1개월 | 1년 |\n|---|---|---|\n| 성인 | 31,000원 | 310,000원 |\n"
    "| 가족 | 58,000원 | 580,000원 |\n\n"
    "골드 이용권\n\n| 구분 | 1개월 | 1년 |\n|---|---|---|\n| 성인 | 44,000원 | 440,000원 |\n| 가족 | 79,000원 | 790,000원 |\n\n"
    "브론즈 이용권\n\n| 구분 | 1개월 | 1년 |\n|---|---|---|\n| 성인 | 19,000원 | 190,000원 |\n| 가족 | 36,000원 | 360,000원 |\n"
)
PASSES_JA = (
    "# プール料金表\n\nシルバー会員\n\n| 区分 | 1か月 | 1年 |\n|---|---|---|\n| 大人 | 3,100円 | 31,000円 |\n"
    "| 家族 | 5,800円 | 58,000円 |\n\n"
    "ゴールド会員\n\n| 区分 | 1か月 | 1年 |\n|---|---|---|\n| 大人 | 4,400円 | 44,000円 |\n| 家族 | 7,900円 | 79,000円 |\n\n"
    "ブロンズ会員\n\n| 区分 | 1か月 | 1年 |\n|---|---|---|\n| 大人 | 1,900円 | 19,000円 |\n| 家族 | 3,600円 | 36,000円 |\n"
)

# A matrix, with a cell that reaches down over the rows below it.
PARCELS_EN = (
    "# Parcel rates\n\n| Service | Weight | Zone A | Zone B | Zone C |\n|---|---|---|---|---|\n"
    "| Economy | up to 2 kg | 4.10 | 5.20 | 6.30 |\n"
    "| | up to 5 kg | 5.15 | 6.25 | 7.35 |\n| Express | up to 2 kg | 8.40 | 9.50 | 10.60 |\n"
    "| | up to 5 kg | 9.45 | 10.55 | 11.65 |\n"
)
PARCELS_KO = (
    "# 소포 요금\n\n| 서비스 | 무게 | 1구역 | 2구역 | 3구역 |\n|---|---|---|---|---|\n"
    "| 보통 | 2kg까지 | 4,100 | 5,200 | 6,300 |\n"
    "| | 5kg까지 | 5,150 | 6,250 | 7,350 |\n"
    "| 특급 | 2kg까지 | 8,400 | 9,500 | 10,600 |\n| | 5kg까지 | 9,450 | 10,550 | 11,650 |\n"
)
PARCELS_JA = (
    "# 小包料金\n\n| 便 | 重量 | 第1地帯 | 第2地帯 | 第3地帯 |\n|---|---|---|---|---|\n| 普通便 | 2kgまで | 410 | 520 | 630 |\n"
    "| | 5kgまで | 515 | 625 | 735 |\n| 速達便 | 2kgまで | 840 | 950 | 1060 |\n| | 5kgまで | 945 | 1055 | 1165 |\n"
)

# What is spent by month, of which a range is added.
BUDGET_EN = (
    "# Garden budget\n\n| Month | Purpose | Amount |\n|---|---|---|\n| March | Seeds | 1,200 |\n| April | Soil | 3,400 |\n"
    "| May | | 0 |\n| June | Hoses | 2,150 |\n| July | Nets | 990 |\n| August | Shed paint | 4,010 |\n"
)
BUDGET_KO = (
    "# 텃밭 예산\n\n| 월 | 내용 | 금액 |\n|---|---|---|\n| 3월 | 씨앗 | 1,200 |\n| 4월 | 흙 | 3,400 |\n| 5월 | | 0 |\n"
    "| 6월 | 호스 | 2,150 |\n| 7월 | 그물 | 990 |\n| 8월 | 창고 칠 | 4,010 |\n"
)
BUDGET_JA = (
    "# 菜園予算\n\n| 月 | 内容 | 金額 |\n|---|---|---|\n| 3月 | 種 | 1,200 |\n| 4月 | 土 | 3,400 |\n| 5月 | | 0 |\n"
    "| 6月 | ホース | 2,150 |\n| 7月 | 網 | 990 |\n| 8月 | 物置の塗装 | 4,010 |\n"
)

# Forms of one kind, one of them meant by its date.
MINUTES_EN = "# Minutes of the choir\n\n" + "\n\n".join(
    f"Minutes\n\n- Meeting: no. {n}\n- Date: {date}\n- Place: {place}\n- Chair: {chair}\n- Minutes by: {by}"
    for n, (date, place, chair, by) in enumerate(
        (
            ("4 March 2024, 19:00 – 20:30", "Parish hall", "Runa Holt", "Ivo Lind"),
            ("18 March 2024, 19:00 – 21:00", "School library", "Ivo Lind", "Mara Quist"),
            ("8 April 2024, 18:30 – 20:00", "Parish hall", "Mara Quist", "Runa Holt"),
            ("22 April 2024, 19:00 – 20:00", "Parish hall", "Runa Holt", "Ivo Lind"),
        ),
        1,
    )
)
MINUTES_KO = "# 합창단 회의록\n\n" + "\n\n".join(
    f"회 의 록\n\n차수: {n}차\n\n일 시: {date}\n\n장 소: {place}\n\n사회자: {chair}\n\n기록자: {by}"
    for n, (date, place, chair, by) in enumerate(
        (
            ("2024년 3월 4일 19시 00분 – 20시 30분", "마을 강당", "한소리", "서가람"),
            ("2024년 3월 18일 19시 00분 – 21시 00분", "학교 도서실", "서가람", "문다온"),
            ("2024년 4월 08일 18시 30분 – 20시 00분", "마을 강당", "문다온", "한소리"),
            ("2024년 4월 22일 19시 00분 – 20시 00분", "마을 강당", "한소리", "서가람"),
        ),
        1,
    )
)
MINUTES_JA = "# 合唱団の議事録\n\n" + "\n\n".join(
    f"議 事 録\n\n回数: 第{n}回\n\n日 時: {date}\n\n場 所: {place}\n\n司会者: {chair}\n\n記録者: {by}"
    for n, (date, place, chair, by) in enumerate(
        (
            ("2024年3月4日 19時00分～20時30分", "町の講堂", "小泉", "沢田"),
            ("2024年3月18日 19時00分～21時00分", "学校の図書室", "沢田", "森本"),
            ("2024年4月8日 18時30分～20時00分", "町の講堂", "森本", "小泉"),
            ("2024年4月22日 19時00分～20時00分", "町の講堂", "小泉", "沢田"),
        ),
        1,
    )
)
# Values with labels of their own, two of which are added.
CLAIM_EN = "# Travel claim\n\n| Daily allowance total | 180 | Hotel total | 265 |\n| Fares total | 47 | Parking total | 12 |\n"
CLAIM_KO = "# 출장비 정산서\n\n| 일비 합계 | 18,000 | 숙박비 합계 | 265,000 |\n| 교통비 합계 | 4,700 | 주차비 합계 | 1,200 |\n"
CLAIM_JA = "# 出張精算書\n\n| 日当合計 | 18,000 | 宿泊費合計 | 26,500 |\n| 交通費合計 | 4,700 | 駐車料合計 | 1,200 |\n"

# Months as columns, of which those from one to another are added in a row.
TEAMS_EN = (
    "# Overtime hours by team\n\n| Team | January | February | March | April |\n|---|---|---|---|---|\n"
    "| Kiln | 12 | 15.5 | 9 | 20 |\n| Glaze | 7 | 8 | 11 | 4 |\n| Packing | 3 | 6 | 2 | 5 |\n"
)
TEAMS_KO = (
    "# 팀별 초과 근무 시간\n\n| 팀 | 1월 | 2월 | 3월 | 4월 |\n|---|---|---|---|---|\n"
    "| 가마팀 | 12 | 15.5 | 9 | 20 |\n| 유약팀 | 7 | 8 | 11 | 4 |\n| 포장팀 | 3 | 6 | 2 | 5 |\n"
)
TEAMS_JA = (
    "# 班別の残業時間\n\n| 班 | 1月 | 2月 | 3月 | 4月 |\n|---|---|---|---|---|\n"
    "| 窯班 | 12 | 15.5 | 9 | 20 |\n| 釉薬班 | 7 | 8 | 11 | 4 |\n| 梱包班 | 3 | 6 | 2 | 5 |\n"
)
# Years and numbers of routes, which name rows.
ROUTES_EN = (
    "# Ferry routes\n\n| Route no. | Year | From | To | Crossings |\n|---|---|---|---|---|\n"
    "| 36 | 2021 | Varsund | Holm | 14 |\n| 41 | 2021 | Varsund | Skar | 9 |\n| 58 | 2022 | Holm | Skar | 22 |\n"
    "| 60 | 2021 | Skar | Lund | 30 |\n"
)
ROUTES_KO = (
    "# 도선 노선\n\n| 노선 번호 | 개통 연도 | 출발지 | 도착지 | 운항 횟수 |\n|---|---|---|---|---|\n"
    "| 36 | 2021 | 솔섬 | 달섬 | 14 |\n| 41 | 2021 | 솔섬 | 별섬 | 9 |\n| 58 | 2022 | 달섬 | 별섬 | 22 |\n"
    "| 60 | 2021 | 별섬 | 꽃섬 | 30 |\n"
)
ROUTES_JA = (
    "# 渡船の路線\n\n| 路線番号 | 開設年 | 出発地 | 到着地 | 便数 |\n|---|---|---|---|---|\n"
    "| 36 | 2021 | 松島港 | 月島港 | 14 |\n| 41 | 2021 | 松島港 | 星島港 | 9 |\n| 58 | 2022 | 月島港 | 星島港 | 22 |\n"
    "| 60 | 2021 | 星島港 | 花島港 | 30 |\n"
)
