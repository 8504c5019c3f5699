"""The contract of `ibidem.ports.DocumentStore`, as tests."""

from dataclasses import replace
from datetime import date

import pytest

from ibidem.domain.documents import EVERYTHING, PreparedDocument, Principal, SearchFilters
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.testing.described_documents import DescribedSuite
from ibidem.testing.fields import ListedFieldsSuite
from ibidem.testing.pictures import PicturesSuite
from ibidem.testing.replacing import ReplacingSuite
from ibidem.testing.stores import (
    ENGLISH,
    JAPANESE,
    KENJI,
    KOREAN,
    MINA,
    PUBLIC,
    SAMPLES,
    STRANGER,
    Sample,
    Stores,
    prepared,
    turn,
)


async def gone(stores: Stores, doc_id: str, version: str | None = None, principal: Principal = MINA) -> None:
    """Asserts that no method reveals anything of the document."""
    with pytest.raises(NotFound):
        await stores.documents.get(doc_id, principal, version)
    with pytest.raises(NotFound):
        await stores.documents.text(doc_id, principal, version)
    with pytest.raises(NotFound):
        await stores.documents.original(doc_id, principal, version)
    if version is not None:
        assert not await stores.documents.chunks(doc_id, version, 0, 10**6, principal)


async def readable(stores: Stores, one: PreparedDocument, version: str | None, current: bool, principal: Principal) -> None:  # noqa: FBT001
    """Asserts that every method gives the document as it was put."""
    document = one.document
    assert await stores.documents.get(document.doc_id, principal, version) == replace(document, current=current)
    assert await stores.documents.text(document.doc_id, principal, version) == one.text
    assert await stores.documents.original(document.doc_id, principal, version) == one.original
    chunks = await stores.documents.chunks(document.doc_id, document.version, 0, len(one.chunks), principal)
    assert list(chunks) == [c.chunk for c in one.chunks]


class DocumentStoreSuite(ReplacingSuite, ListedFieldsSuite, PicturesSuite, DescribedSuite):
    """Subclass it with a fixture `stores` (see `ibidem.testing`)."""

    async def test_documents_are_removed_readable_or_not(self, stores: Stores) -> None:
        for_kenji = prepared(JAPANESE, readers=["quality"])
        await stores.documents.put([prepared(KOREAN), prepared(ENGLISH), for_kenji, prepared(KOREAN, tenant="elsewhere")])
        await stores.turns.append(turn("s", "?", cites=[prepared(ENGLISH)]), MINA)
        await stores.documents.remove([ENGLISH.doc_id, JAPANESE.doc_id, "nothing"], "default")
        assert set(await stores.documents.current_versions("default")) == {KOREAN.doc_id}
        assert set(await stores.documents.current_versions("elsewhere")) == {KOREAN.doc_id}
        await gone(stores, JAPANESE.doc_id, for_kenji.document.version, KENJI)
        await readable(stores, prepared(ENGLISH), prepared(ENGLISH).document.version, False, MINA)

    @pytest.mark.parametrize("sample", SAMPLES, ids=[s.language for s in SAMPLES])
    async def test_a_document_comes_back_as_it_was_put(self, stores: Stores, sample: Sample) -> None:
        one = prepared(
            sample, doc_type="sop", devices=["SUPRA XP", "장비 2호"], readers=["maintenance", "품질"], owner="가온정보"
        )
        await stores.documents.put([one])
        await readable(stores, one, None, True, MINA)
        await readable(stores, one, one.document.version, True, MINA)

    async def test_what_another_document_supersedes_is_not_in_force(self, stores: Stores) -> None:
        old, new = prepared(KOREAN), prepared(ENGLISH)
        newer = replace(new, document=replace(new.document, supersedes=(old.document.doc_id,), effective=date(2020, 1, 1)))
        elsewhere = prepared(KOREAN, tenant="elsewhere")
        await stores.documents.put([newer, old, elsewhere])
        await readable(stores, replace(old, document=replace(old.document, in_force=False)), None, True, MINA)
        await readable(stores, newer, None, True, MINA)
        await readable(stores, elsewhere, None, True, Principal("someone", tenant="elsewhere"))
        await stores.documents.put([prepared(ENGLISH, revision="It supersedes nothing.")])
        await readable(stores, old, None, True, MINA)

    async def test_what_takes_effect_later_is_not_in_force_and_supersedes_nothing(self, stores: Stores) -> None:
        old, new = prepared(KOREAN), prepared(ENGLISH)
        later = replace(new.document, supersedes=(old.document.doc_id,), effective=date(2999, 1, 1))
        await stores.documents.put([old, replace(new, document=later)])
        await readable(stores, old, None, True, MINA)
        await readable(stores, replace(new, document=replace(later, in_force=False)), None, True, MINA)

    async def test_a_document_that_is_deleted_supersedes_nothing(self, stores: Stores) -> None:
        old, new = prepared(KOREAN), prepared(ENGLISH)
        await stores.documents.put([old, replace(new, document=replace(new.document, supersedes=(old.document.doc_id,)))])
        await stores.documents.remove([ENGLISH.doc_id], "default")
        await readable(stores, old, None, True, MINA)

    async def test_an_empty_store(self, stores: Stores) -> None:
        assert not await stores.documents.documents(MINA, 10)
        assert not await stores.documents.current_versions("default")
        words = await stores.documents.words(MINA)
        assert (words.devices, words.doc_types, words.languages, words.documents) == ((), (), (), 0)
        await gone(stores, "sop_1203", "0" * 16)
        with pytest.raises(NotFound):
            await stores.documents.delete("sop_1203", MINA)
        await stores.documents.put([])

    async def test_readers_gate_every_method(self, stores: Stores) -> None:
        secret = prepared(KOREAN, readers=["maintenance", "board"])
        await stores.documents.put([secret])
        version = secret.document.version
        await readable(stores, secret, None, True, MINA)
        for principal in (KENJI, STRANGER, PUBLIC):
            for asked in (None, version):
                await gone(stores, "sop_1203", asked, principal)
            with pytest.raises(NotFound):
                await stores.documents.versions("sop_1203", principal)
            assert not await stores.documents.chunks("sop_1203", version, 0, 9, principal)
            assert not await stores.documents.documents(principal, 10)
            assert (await stores.documents.words(principal)).documents == 0
            with pytest.raises(NotFound):
                await stores.documents.delete("sop_1203", principal)
        await readable(stores, secret, None, True, MINA)

    async def test_what_may_not_be_read_is_answered_as_what_does_not_exist(self, stores: Stores) -> None:
        await stores.documents.put([prepared(KOREAN, readers=["board"])])
        said: set[str] = set()
        for doc_id in ("sop_1203", "sop_9999"):
            with pytest.raises(NotFound) as error:
                await stores.documents.get(doc_id, MINA)
            said.add(str(error.value).replace(doc_id, "ID"))
        assert len(said) == 1

    async def test_tenants_do_not_meet(self, stores: Stores) -> None:
        ours, theirs = prepared(KOREAN), prepared(KOREAN, revision="다른 회사의 문장입니다.", tenant="elsewhere")
        await stores.documents.put([ours, theirs])
        await readable(stores, ours, None, True, MINA)
        await readable(stores, theirs, None, True, STRANGER)
        await gone(stores, "sop_1203", theirs.document.version, MINA)
        assert await stores.documents.current_versions("default") == {"sop_1203": ours.document.version}
        await stores.documents.delete("sop_1203", STRANGER)
        await readable(stores, ours, None, True, MINA)

    async def test_current_versions_hold_what_nobody_may_read(self, stores: Stores) -> None:
        secret, public = prepared(KOREAN, readers=["board"]), prepared(JAPANESE)
        await stores.documents.put([secret, public])
        expected = {one.document.doc_id: one.document.version for one in (secret, public)}
        assert await stores.documents.current_versions("default") == expected
        for doc_id, version in expected.items():
            assert await stores.documents.current_version(doc_id, "default") == version
            assert await stores.documents.current_version(doc_id, "elsewhere") is None

    async def test_the_current_version_of_one_document(self, stores: Stores) -> None:
        old, new = prepared(ENGLISH), prepared(ENGLISH, revision="Hoses made after June are not concerned.")
        doc_id = old.document.doc_id
        assert await stores.documents.current_version(doc_id, "default") is None
        for one in (old, new):
            await stores.documents.put([one])
            assert await stores.documents.current_version(doc_id, "default") == one.document.version
        await stores.documents.delete(doc_id, MINA)
        assert await stores.documents.current_version(doc_id, "default") is None

    async def test_a_turn_may_still_cite_what_was_replaced_while_it_ran(self, stores: Stores) -> None:
        old, new = prepared(ENGLISH), prepared(ENGLISH, revision="Hoses made after June are not concerned.")
        await stores.documents.put([old])
        await stores.documents.put([new])
        await readable(stores, new, None, True, MINA)
        await readable(stores, old, old.document.version, False, MINA)
        assert [d.version for d in await stores.documents.documents(MINA, 10)] == [new.document.version]
        versions = [(d.version, d.current) for d in await stores.documents.versions("gcb_8841", MINA)]
        assert versions == [(new.document.version, True), (old.document.version, False)]
        await stores.turns.append(turn("s", "Which hoses?", cites=[old]), MINA)
        await stores.documents.delete("gcb_8841", MINA)
        await readable(stores, old, old.document.version, False, MINA)
        await gone(stores, "gcb_8841", new.document.version)

    async def test_a_deleted_document_takes_its_uncited_earlier_versions_along(self, stores: Stores) -> None:
        old, new = prepared(KOREAN), prepared(KOREAN, revision="볼트는 새것으로 바꿉니다.")
        for one in (old, new):
            await stores.documents.put([one])
        await stores.documents.delete("sop_1203", MINA)
        for one in (old, new):
            await gone(stores, "sop_1203", one.document.version)

    async def test_putting_the_same_version_again_changes_nothing(self, stores: Stores) -> None:
        one = prepared(JAPANESE)
        for _ in range(3):
            await stores.documents.put([one])
        await readable(stores, one, None, True, MINA)
        assert len(await stores.documents.documents(MINA, 10)) == 1
        assert (await stores.documents.words(MINA)).documents == 1

    async def test_the_last_one_of_a_batch_is_current(self, stores: Stores) -> None:
        versions = [prepared(ENGLISH, revision=f"Revision {n}.") for n in range(3)]
        await stores.documents.put(versions)
        await readable(stores, versions[-1], None, True, MINA)

    async def test_a_cited_version_stays_readable_while_a_turn_cites_it(self, stores: Stores) -> None:
        old, new = prepared(KOREAN), prepared(KOREAN, revision="볼트는 한 번 쓰고 버립니다.")
        await stores.documents.put([old])
        await stores.turns.append(turn("s", "어떻게 조이나요?", cites=[old]), MINA)
        await stores.turns.append(turn("t", "어떤 순서로 조이나요?", cites=[old]), MINA)
        await stores.documents.put([new])
        await readable(stores, old, old.document.version, False, MINA)
        await readable(stores, new, None, True, MINA)
        assert await stores.documents.current_versions("default") == {"sop_1203": new.document.version}
        await stores.turns.delete_session("s", MINA)
        await readable(stores, old, old.document.version, False, MINA)
        await stores.turns.delete_session("t", MINA)
        await readable(stores, new, None, True, MINA)

    async def test_a_cited_version_of_a_deleted_document_goes_with_its_last_turn(self, stores: Stores) -> None:
        one = prepared(JAPANESE)
        await stores.documents.put([one])
        for session in ("s", "t"):
            await stores.turns.append(turn(session, "停止の原因は?", cites=[one]), MINA)
        await stores.documents.delete("myservice_29392", MINA)
        await stores.turns.delete_session("s", MINA)
        await readable(stores, one, one.document.version, False, MINA)
        await stores.turns.delete_session("t", MINA)
        await gone(stores, "myservice_29392", one.document.version)

    async def test_an_old_version_can_become_current_again(self, stores: Stores) -> None:
        old, new = prepared(JAPANESE), prepared(JAPANESE, revision="部品番号を確認してください。")
        await stores.documents.put([old])
        await stores.turns.append(turn("s", "停止の原因は?", cites=[old]), MINA)
        await stores.documents.put([new])
        await stores.documents.put([old])
        await readable(stores, old, None, True, MINA)
        await readable(stores, new, new.document.version, False, MINA)

    async def test_a_cited_version_keeps_its_readers(self, stores: Stores) -> None:
        secret, public = prepared(ENGLISH, readers=["maintenance"]), prepared(ENGLISH, revision="Now for everyone.")
        await stores.documents.put([secret])
        await stores.turns.append(turn("s", "Which hoses?", cites=[secret]), MINA)
        await stores.documents.put([public])
        await readable(stores, secret, secret.document.version, False, MINA)
        await gone(stores, "gcb_8841", secret.document.version, KENJI)

    async def test_a_deleted_document_is_gone_unless_cited(self, stores: Stores) -> None:
        cited, uncited = prepared(KOREAN), prepared(ENGLISH)
        await stores.documents.put([cited, uncited])
        await stores.turns.append(turn("s", "볼트는?", cites=[cited]), MINA)
        for one in (cited, uncited):
            await stores.documents.delete(one.document.doc_id, MINA)
            await gone(stores, one.document.doc_id)
            with pytest.raises(NotFound):
                await stores.documents.delete(one.document.doc_id, MINA)
        await readable(stores, cited, cited.document.version, False, MINA)
        await gone(stores, "gcb_8841", uncited.document.version)
        assert not await stores.documents.documents(MINA, 10)
        assert not await stores.documents.current_versions("default")

    async def test_two_documents_may_have_the_same_bytes(self, stores: Stores) -> None:
        one, twin = prepared(ENGLISH), prepared(ENGLISH, doc_id="gcb_8842")
        await stores.documents.put([one, twin])
        await stores.documents.delete("gcb_8841", MINA)
        await readable(stores, twin, None, True, MINA)

    async def test_chunks_in_a_range(self, stores: Stores) -> None:
        one = prepared(KOREAN)
        await stores.documents.put([one])
        version = one.document.version

        async def orders(first: int, last: int) -> list[int]:
            return [c.order for c in await stores.documents.chunks("sop_1203", version, first, last, MINA)]

        assert await orders(0, 2) == [0, 1, 2]
        assert await orders(1, 1) == [1]
        assert await orders(-5, 1) == [0, 1]
        assert await orders(2, 10**9) == [2]
        assert await orders(2, 1) == []
        assert await orders(7, 9) == []
        assert not await stores.documents.chunks("sop_1203", "0" * 16, 0, 9, MINA)

    async def test_a_chunk_stands_at_its_offset(self, stores: Stores) -> None:
        for sample in SAMPLES:
            one = prepared(sample)
            await stores.documents.put([one])
            text = await stores.documents.text(sample.doc_id, MINA)
            for chunk in await stores.documents.chunks(sample.doc_id, one.document.version, 0, 9, MINA):
                assert text[chunk.offset :].startswith(chunk.text)

    async def test_pages_of_documents(self, stores: Stores) -> None:
        readers = {0: ["board"], 1: ["maintenance"]}
        batch = [prepared(ENGLISH, doc_id=f"gcb_{n:03}", readers=readers.get(n % 3, [])) for n in reversed(range(30))]
        await stores.documents.put(batch)
        expected = [f"gcb_{n:03}" for n in range(30) if n % 3]
        assert [d.doc_id for d in await stores.documents.documents(MINA, 100)] == expected
        paged = [d.doc_id for offset in range(0, 24, 6) for d in await stores.documents.documents(MINA, 6, offset)]
        assert paged == expected
        assert not await stores.documents.documents(MINA, 0)

    async def test_documents_of_a_type_a_device_or_an_owner(self, stores: Stores) -> None:
        await stores.documents.put(
            [
                prepared(ENGLISH, doc_id="a", doc_type="sop", devices=["SUPRA XP", "SUPRA N"]),
                prepared(ENGLISH, doc_id="b", doc_type="sop", owner="ツクロア"),
                prepared(ENGLISH, doc_id="c", doc_type="gcb", devices=["SUPRA N"], owner="Beacon Works"),
                prepared(ENGLISH, doc_id="d", doc_type="gcb", devices=["SUPRA N"], readers=["board"]),
            ]
        )

        async def found(**narrowed: tuple[str, ...]) -> list[str]:
            filters = replace(EVERYTHING, **narrowed)
            return [document.doc_id for document in await stores.documents.documents(MINA, 9, filters=filters)]

        assert await found() == ["a", "b", "c"]
        assert await found(doc_types=("sop",)) == ["a", "b"]
        assert await found(devices=("SUPRA N",)) == ["a", "c"]
        assert await found(devices=("SUPRA XP", "SUPRA N"), doc_types=("gcb", "manual")) == ["c"]
        assert await found(doc_ids=("b", "d", "\ud800")) == ["b"]
        assert await found(devices=("SUPRA",)) == []
        assert await found(owners=("ツクロア",)) == ["b"]
        assert await stores.documents.count(MINA, SearchFilters(owners=("ツクロア",))) == 1
        assert await found(owners=("ツクロア", "Beacon Works", "\ud800"), doc_types=("gcb",)) == ["c"]

    async def test_words_of_what_may_be_read(self, stores: Stores) -> None:
        await stores.documents.put(
            [
                prepared(KOREAN, doc_type="sop", devices=["SUPRA XP", "SUPRA N"], owner="가온정보"),
                prepared(ENGLISH, doc_type="gcb", devices=["SUPRA XP"], readers=["maintenance"]),
                prepared(JAPANESE, doc_type="ticket", devices=["搬送ロボット"], readers=["board"], owner="ツクロア"),
            ]
        )
        words = await stores.documents.words(MINA)
        assert set(words.devices) == {"SUPRA XP", "SUPRA N"}
        assert (set(words.doc_types), set(words.languages), words.documents) == ({"sop", "gcb"}, {"ko", "en"}, 2)
        assert {(kind.doc_type, frozenset(kind.devices), kind.owner, kind.documents) for kind in words.kinds} == {
            ("sop", frozenset({"SUPRA XP", "SUPRA N"}), "가온정보", 1),
            ("gcb", frozenset({"SUPRA XP"}), "", 1),
        }
        assert words.owners == ("가온정보",)
        await stores.documents.delete("sop_1203", MINA)
        words = await stores.documents.words(MINA)
        assert (words.devices, words.doc_types, words.languages, words.documents) == (("SUPRA XP",), ("gcb",), ("en",), 1)
        assert words.owners == ()

    @pytest.mark.parametrize("bad", ["a lone \ud800 surrogate", "a NUL \0 character"])
    async def test_text_that_cannot_be_stored_is_refused_whole(self, stores: Stores, bad: str) -> None:
        fine, base = prepared(ENGLISH), prepared(KOREAN)
        first = base.chunks[0]
        for broken in (
            replace(base, text=bad),
            replace(base, document=replace(base.document, title=bad)),
            replace(base, document=replace(base.document, devices=(bad,))),
            replace(base, document=replace(base.document, owner=bad)),
            replace(base, chunks=(replace(first, chunk=replace(first.chunk, text=bad)),)),
            replace(base, chunks=(replace(first, tokens=bad),)),
        ):
            with pytest.raises(InvalidInput):
                await stores.documents.put([fine, broken])
        assert not await stores.documents.documents(MINA, 10)

    @pytest.mark.parametrize("unknown", ["a lone \ud800 surrogate", "a NUL \0 character", "../../etc/passwd", "%", ""])
    async def test_odd_ids_name_nothing(self, stores: Stores, unknown: str) -> None:
        await stores.documents.put([prepared(ENGLISH)])
        await gone(stores, unknown)
        assert await stores.documents.current_version(unknown, "default") is None
        await gone(stores, unknown, "0" * 16)
        await gone(stores, "gcb_8841", unknown)
        with pytest.raises(NotFound):
            await stores.documents.delete(unknown, MINA)

    async def test_restricting_a_document_restricts_its_earlier_versions(self, stores: Stores) -> None:
        public = prepared(KOREAN)
        await stores.documents.put([public])
        await stores.turns.append(turn("s", "질문", cites=[public]), PUBLIC)
        restricted = prepared(KOREAN, readers=["maintenance"], revision="개정했다.")
        await stores.documents.put([restricted])
        await gone(stores, public.document.doc_id, public.document.version, PUBLIC)
        await readable(stores, public, public.document.version, False, MINA)

    async def test_a_deleted_document_stays_as_restricted_as_it_was(self, stores: Stores) -> None:
        public = prepared(KOREAN)
        doc_id, version = public.document.doc_id, public.document.version
        await stores.documents.put([public])
        await stores.turns.append(turn("s", "질문", cites=[public]), PUBLIC)
        await stores.documents.put([prepared(KOREAN, readers=["maintenance"], revision="개정했다.")])
        await stores.documents.delete(doc_id, MINA)
        await gone(stores, doc_id, version, PUBLIC)
        await readable(stores, public, version, False, MINA)
        await stores.documents.put([prepared(KOREAN, revision="다시 공개했다.")])
        await readable(stores, public, version, False, PUBLIC)

    async def test_what_is_kept_is_read_by_version_alone_and_stays_while_cited(self, stores: Stores) -> None:
        excerpt = prepared(ENGLISH, readers=[MINA.person])
        doc_id, version = excerpt.document.doc_id, excerpt.document.version
        await stores.documents.keep([excerpt])
        await stores.documents.keep([excerpt])
        await readable(stores, excerpt, version, False, MINA)
        await gone(stores, doc_id, None, MINA)
        await gone(stores, doc_id, version, PUBLIC)
        assert (
            not await stores.documents.documents(MINA, 10) and await stores.documents.current_version(doc_id, "default") is None
        )
        await stores.turns.append(turn("s", "question", cites=[excerpt]), MINA)
        await stores.documents.put([prepared(ENGLISH)])
        await readable(stores, excerpt, version, False, MINA)
        assert not (await stores.turns.turn("s", 1, MINA)).withheld
