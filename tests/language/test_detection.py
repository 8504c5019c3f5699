import pytest

from ibidem.domain.languages import FACTS, LANGUAGES, Language
from ibidem.language.detection import detect_language, main_language, tells_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("진공 펌프는 언제 교체해야 하나요?", "ko"),
        ("When should the vacuum pump be replaced?", "en"),
        ("真空ポンプはいつ交換すべきですか。", "ja"),
        ("Windows Server 2022 설치", "ko"),
        ("Kubernetes Ingress NGINX Controller 설정", "ko"),
        ("Kubernetes Ingress NGINX Controllerの設定", "ja"),
        ("What does 서울 mean in English?", "en"),
        ("What is the reading of 東京?", "en"),
        ("이순신(李舜臣) 장군의 생애", "ko"),
        ("ソウル(서울)の人口は？", "ja"),
        ("交換時期", "ja"),
        ("ㅋㅋㅋ", "ko"),
    ],
)
def test_the_script_tells_the_language(text: str, language: Language) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sample_of_a_language_shows_it(language: Language) -> None:
    assert detect_language(FACTS[language].sample) == language
    assert tells_language(FACTS[language].sample)


@pytest.mark.parametrize("text", ["", "29392", "?!", "\ud800\x00"])
def test_without_letters_it_is_the_default(text: str) -> None:
    assert detect_language(text) == "en"
    assert detect_language(text, default="ja") == "ja"


@pytest.mark.parametrize(
    "text",
    [
        "ticket number 29392",
        "document sop 1203",
        "docs 1 and 3",
        "sop 1203 보여줘",
        "二番",
        "open sop_1203",
        "meals then?",
        "Gate valve",
    ],
)
def test_words_tell_a_language(text: str) -> None:
    assert tells_language(text)


@pytest.mark.parametrize(
    "text",
    ["sop 1203", "myservice 29392", "#2", "SUPRA XP", "visitor-badge-faq", "supra xp", "Supra Nova", "onboarding", "my-faq one"],
)
def test_ids_and_names_stand_in_texts_of_any(text: str) -> None:
    assert not tells_language(text)


@pytest.mark.parametrize(
    ("paragraphs", "language"),
    [
        (["# useState", "상태 변수를 선언합니다.", "React DOM", "create-react-app --template typescript"], "ko"),
        (["# useState", "状態変数を宣言します。", "React DOM", "Ruby on Rails / GitHub / RSpec / Docker"], "ja"),
        (["Declare a state variable at the top level.", "훅", "フック"], "en"),
        (["이용 약관", "This page is a summary of the terms, and the Korean original is binding.", "약관"], "en"),
        (["김서연 Frontend Engineer", "입사 후 석 달은 수습 기간이다.", "Kubernetes", "Terraform", "Prometheus"], "ko"),
        (["Kubernetes", "Terraform"], "en"),
        ([], "en"),
    ],
)
def test_a_document_is_in_the_language_of_most_of_its_prose(paragraphs: list[str], language: str) -> None:
    assert main_language(paragraphs) == language
