import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.corpus.metadata import describe, devices_in, given_metadata, identify, version_of
from ibidem.corpus.reading.markdown import read_markdown
from ibidem.corpus.reading.plain import read_plain
from ibidem.domain.errors import UnreadableDocument
from ibidem.profile import Profile, load_profile

NOTHING_GIVEN = ""


@pytest.fixture(scope="module")
def equipment() -> Profile:
    return load_profile("equipment")


def doc_id(name: str, profile: Profile, front_matter: str = NOTHING_GIVEN) -> str:
    return identify(name, given_metadata(name, front_matter, b""), profile)[0]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("MyService 29392.md", "myservice_29392"),
        ("myservice_29392.md", "myservice_29392"),
        ("마이서비스 29392.txt", "myservice_29392"),
        ("logs/2024/SOP #1203 pump foo.pdf", "sop_1203"),
        ("[GCB-8841] valve.docx", "gcb_8841"),
        ("Fan Motor guide (v2).md", "fan_motor_guide_v2"),
        ("휴가 규정.md", "휴가_규정"),
        (unicodedata.normalize("NFD", "휴가 규정.md"), "휴가_규정"),
        ("有給休暇のきまり.txt", "有給休暇のきまり"),
        ("v1.2-notes.md", "v1.2-notes"),
        ("..\\..\\etc\\passwd.txt", "etc/passwd"),
        ("../../../etc/shadow.txt", "etc/shadow"),
        ("_.md", "document_d2e2adf7"),
    ],
)
def test_the_id_comes_from_the_files_name(name: str, expected: str, equipment: Profile) -> None:
    assert doc_id(name, equipment) == expected


def test_an_id_given_stays_as_it_is(equipment: Profile) -> None:
    assert doc_id("a.md", equipment, "doc_id: SOP-1203") == "SOP-1203"
    assert doc_id("a.md", equipment, "doc_id: Pump.Guide-2") == "Pump.Guide-2"
    assert doc_id("a.md", equipment, "doc_id: 29392") == "29392"


@pytest.mark.parametrize(
    ("front_matter", "message"),
    [
        ("language: kr", r"metadata field language: input should be 'ko', 'en' or 'ja'"),
        ("doc_id: ../etc/passwd", r"metadata field doc_id: '../etc/passwd' is not an id; use letters"),
        ("readers: ''", "metadata field readers"),
        ("readers: ['']", r"metadata field readers\.0"),
        ("readers: [ok, {a: b}]", r"metadata field readers\.1"),
        ("uri: javascript:alert(1)", "metadata field uri"),
        ("title: [a", "its front matter is not valid YAML, line 2"),
        ("- just\n- a list", "not a list of `field: value`"),
        ("x: " + "[" * 10_000, "nested more than 20 levels deep"),
        ("title: x" + " " * 70_000, "larger than 64 KB"),
        ("title: !!python/object/apply:os.system ['true']", "not valid YAML"),
    ],
)
def test_what_is_given_wrongly_names_the_field_and_what_is_allowed(front_matter: str, message: str, equipment: Profile) -> None:
    with pytest.raises(UnreadableDocument, match=message):
        doc_id("a.md", equipment, front_matter)


@pytest.mark.parametrize(
    "key", ["doc_id", "title", "doc_type", "devices", "language", "uri", "status", "effective", "supersedes"]
)
@pytest.mark.parametrize("blank", ["", "''", '"  "', "[]", "['', null]"])
def test_a_value_that_was_left_empty_is_not_given(key: str, blank: str, equipment: Profile) -> None:
    found = read_markdown(f"---\n{key}: {blank}\n---\n# 연차 휴가\n\n연차는 15일이다.")
    metadata = describe("leave.md", found, given_metadata("leave.md", found.front_matter, b""), equipment)
    assert (metadata.doc_id, metadata.title, metadata.language, metadata.in_force) == ("leave", "연차 휴가", "ko", True)


def test_an_empty_value_of_a_sidecar_hides_none_of_the_front_matter(equipment: Profile) -> None:
    assert given_metadata("a.md", "title: Time off", b"title: ''").title == "Time off"


def test_the_sidecar_wins_and_other_keys_are_left_alone(equipment: Profile) -> None:
    given = given_metadata("a.pdf", "title: A\nauthor: me\nlanguage: en", b'{"title": "B", "readers": ["ops"]}')
    assert (given.title, given.language, given.readers) == ("B", "en", ("ops",))


def test_a_document_type_need_not_be_one_of_the_profile(equipment: Profile) -> None:
    given = given_metadata("a.md", "doc_type: poem", b"")
    assert describe("a.md", read_plain("x"), given, equipment).doc_type == "poem"


def test_a_single_value_is_a_list_of_one_and_dates_are_text(equipment: Profile) -> None:
    given = given_metadata("a.md", "devices: SUPRA N\ntitle: 2024-03-01\nreaders:", b"")
    assert (given.devices, given.title, given.readers) == (("SUPRA N",), "2024-03-01", None)


@pytest.mark.parametrize(
    ("text", "title", "language"),
    [
        ("본문이 먼저 온다.\n\n## SUPRA XP 챔버 점검\n\n절차를 따른다.", "SUPRA XP 챔버 점검", "ko"),
        ("# Checking the SUPRA-XP chamber\n\nFollow the steps.", "Checking the SUPRA-XP chamber", "en"),
        ("# スープラXPの点検\n\n手順に従います。", "スープラXPの点検", "ja"),
    ],
)
def test_title_language_and_devices_are_found(text: str, title: str, language: str, equipment: Profile) -> None:
    found = describe("note.md", read_markdown(text), given_metadata("note.md", "", b""), equipment)
    assert (found.title, found.language, found.devices) == (title, language, ("SUPRA XP",))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("MyService_29392.txt", "MyService 29392"),
        ("fan_motor guide.txt", "fan motor guide"),
        ("점검 기록.txt", "점검 기록"),
        ("20240301.txt", "The pump was replaced because it leaked oil, and the valve…"),
    ],
)
def test_without_a_heading_the_title_is_the_name_or_a_snippet(name: str, title: str, equipment: Profile) -> None:
    read = read_plain("The pump was replaced because it leaked oil, and the valve behind it was closed for good.")
    assert describe(name, read, given_metadata(name, "", b""), equipment).title == title


def test_without_a_heading_an_id_that_was_given_is_the_title(equipment: Profile) -> None:
    assert describe("a.txt", read_plain("x"), given_metadata("a.txt", "doc_id: pump-7", b""), equipment).title == "pump-7"


def test_the_type_comes_from_the_id_unless_given(equipment: Profile) -> None:
    pattern = next(p for p in equipment.ids if p.doc_type is not None)
    name = pattern.normalise("1" * pattern.digits[1]) + ".txt"
    given = given_metadata(name, "", b"")
    assert describe(name, read_plain("x"), given, equipment).doc_type == pattern.doc_type
    other = next(t.name for t in equipment.doc_types if t.name != pattern.doc_type)
    given = given_metadata(name, f"doc_type: {other}", b"")
    assert describe(name, read_plain("x"), given, equipment).doc_type == other
    assert describe("z.txt", read_plain("x"), given_metadata("z.txt", "", b""), equipment).doc_type == "document"


def test_devices_are_whole_words_and_the_longest_name_wins(equipment: Profile) -> None:
    assert devices_in("SUPRA XP and supra-n", equipment.devices) == ("SUPRA XP", "SUPRA N")
    assert devices_in("SUPRANOVA XPS", equipment.devices) == ()
    assert devices_in("수프라 XP의 점검", equipment.devices) == ("SUPRA XP",)
    assert devices_in("anything", ()) == ()
    given = given_metadata("a.md", "devices: [supraxp, Unknown 9]", b"")
    assert describe("a.md", read_plain("x"), given, equipment).devices == ("SUPRA XP", "Unknown 9")


@given(st.binary(max_size=50), st.binary(max_size=50))
def test_the_version_tells_bytes_and_sidecar_apart(original: bytes, sidecar: bytes) -> None:
    version = version_of(original, sidecar)
    assert len(version) == 16 and int(version, 16) >= 0
    assert version_of(original, sidecar) == version
    assert version_of(original + b"x", sidecar) != version
    assert version_of(original + sidecar, b"") != version or not sidecar


@pytest.mark.parametrize(
    ("front_matter", "owner"),
    [
        ("owner: 가온정보", "가온정보"),
        ("company: 株式会社ツクロア", "株式会社ツクロア"),
        ("organization: Beacon Works\nproduct: Lantern", "Beacon Works"),
        ("owner: [Beacon Works, Lumen]", "Beacon Works"),
        ("owner: {team: docs}\nproduct: Lantern 3", "Lantern 3"),
        ("owner: {team: docs}", ""),
        ("product: true\nowner: ''", ""),
        ("title: A", ""),
    ],
)
def test_whose_document_it_is(front_matter: str, owner: str, equipment: Profile) -> None:
    found = describe("a.txt", read_plain("x"), given_metadata("a.txt", front_matter, b""), equipment)
    assert found.owner == owner


def test_a_folder_says_what_its_documents_share_and_the_nearest_wins(equipment: Profile) -> None:
    above = (b"owner: Beacon Works\nreaders: [staff]\ntitle: Handbook\ndoc_id: all", b"company: Lumen")
    given = given_metadata("a.md", "", b"", above)
    assert (given.owner, given.readers, given.title, given.doc_id) == ("Lumen", ("staff",), None, None)
    assert given_metadata("a.md", "organisation: ツクロア", b"", above).owner == "ツクロア"
    with pytest.raises(UnreadableDocument, match="folder's sidecar is not valid YAML"):
        given_metadata("a.md", "", b"", (b"owner: [",))


def test_a_version_changes_with_the_folders_above() -> None:
    assert version_of(b"x", b"", b"owner: A") != version_of(b"x", b"", b"owner: B")
    assert version_of(b"x", b"owner: A") != version_of(b"x", b"", b"owner: A")
