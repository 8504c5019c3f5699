"""A shared conversation: a link opens it to keys of its tenant, and nothing that a reader's own key would not show."""

from pathlib import Path

from ibidem.domain.documents import Principal
from ibidem.testing.stores import KOREAN, prepared, turn
from security.locked import MINA, OTHERS, SESSION, bearing, locked

QUOTED = ("flashlight", "clamps", "Coolant", "Hoses")


async def test_each_reader_sees_what_its_own_key_may_read(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        mina = bearing(await here.key(MINA))
        open_to_all = prepared(KOREAN, tenant="works")
        await here.app.documents.put([open_to_all])
        await here.app.turns.append(turn(SESSION, "고정 볼트는?", cites=[open_to_all]), MINA)
        link = (await here.client.put(f"/v1/sessions/{SESSION}/link", headers=mina)).json()["link"]
        assert len(link) >= 22 and (await here.client.put(f"/v1/sessions/{SESSION}/link", headers=mina)).json()["link"] == link
        address = f"/v1/shared/{SESSION}?link={link}"
        colleague = bearing(await here.key(Principal("hana", MINA.groups, MINA.tenant), frozenset({"ask"})))
        whole = await here.client.get(address, headers=colleague)
        assert [one["withheld"] for one in whole.json()["turns"]] == [False, False] and "clamps" in whole.text
        for who in ("another user", "no group"):
            key = bearing(await here.key(OTHERS[who]))
            found = await here.client.get(address, headers=key)
            first, second = found.json()["turns"]
            assert (first["withheld"], first["user_text"], first["answer_html"], first["parts"]) == (True, "", "", []), who
            assert (second["withheld"], second["user_text"]) == (False, "고정 볼트는?")
            assert not any(said in found.text for said in QUOTED), found.text
            for method, path in (
                ("GET", f"/v1/sessions/{SESSION}"),
                ("GET", f"/v1/sessions/{SESSION}/turns"),
                ("GET", f"/v1/sessions/{SESSION}/export"),
                ("PUT", f"/v1/sessions/{SESSION}/link"),
                ("DELETE", f"/v1/sessions/{SESSION}/link"),
                ("DELETE", f"/v1/sessions/{SESSION}"),
            ):
                assert (await here.client.request(method, path, headers=key)).status_code == 404, (method, path)
            body = {"message": "and then?", "session_id": SESSION}
            assert (await here.client.post("/v1/chat", json=body, headers=key)).status_code == 404
        elsewhere = bearing(await here.key(OTHERS["another tenant"]))
        assert (await here.client.get(address, headers=elsewhere)).status_code == 404
        reads = bearing(await here.key(Principal("hana", MINA.groups, MINA.tenant), frozenset({"read", "write"})))
        assert (await here.client.get(address, headers=reads)).status_code == 403
        assert (await here.client.get(address)).status_code == 401


async def test_a_link_that_is_taken_back_opens_nothing_again(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        mina = bearing(await here.key(MINA))
        other = bearing(await here.key(Principal("hana", MINA.groups, MINA.tenant)))
        first = (await here.client.put(f"/v1/sessions/{SESSION}/link", headers=mina)).json()["link"]
        assert (await here.client.get(f"/v1/sessions/{SESSION}", headers=mina)).json()["shared"] is True
        assert (await here.client.delete(f"/v1/sessions/{SESSION}/link", headers=mina)).status_code == 204
        second = (await here.client.put(f"/v1/sessions/{SESSION}/link", headers=mina)).json()["link"]
        for link, status in ((first, 404), (second, 200), (second[:-1], 404), ("x", 404)):
            found = await here.client.get(f"/v1/shared/{SESSION}?link={link}", headers=other)
            assert found.status_code == status, link
        unknown = await here.client.get("/v1/shared/never-made?link=x", headers=other)
        wrong = await here.client.get(f"/v1/shared/{SESSION}?link=x", headers=other)
        assert wrong.text.replace(SESSION, "never-made") == unknown.text
