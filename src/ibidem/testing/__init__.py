"""What ships for whoever tests against ibidem: conformance suites that check a backend against the contracts of `ibidem.ports`.

A backend is checked by a subclass of each suite that says how to open it, run by pytest with pytest-asyncio in auto mode:

    from ibidem.testing.turn_store import TurnStoreSuite

    class TestMyTurns(TurnStoreSuite):
        @pytest.fixture
        def stores(self, tmp_path):
            backend = MyBackend.open(tmp_path)
            yield backend
            backend.close()

The fixture gives `ibidem.testing.stores.Stores`, empty at the start of every test; for `BackendSuite`, a whole `ports.Backend`.

A turn is tested with a model that is played from a script, by the names of the prompts:

    from ibidem.testing.script import stalls, unavailable
    from ibidem.testing.scripted_model import ScriptedModel

    model = ScriptedModel.by_task({
        "gate": "yes",
        "answer_general": [unavailable(), "The bolts take 24 Nm [1]."],  # call by call; the last reply stays
        "judge": lambda request: '{"faithful": true, "issues": [], "hint": ""}',  # every task named judge_...
        "summary": stalls(),
    }, default="...", seconds=0.2)
    ...
    assert model.tasks == ["gate", "answer_general", "answer_general", "judge_general", "summary"]
    assert model.calls[-1].state == "left" and model.running == 0

`ibidem.testing.script` has the rest: `refused`, `breaks_off`, `endless`, `thinking`, `EMPTY`, `NONSENSE`, and `Play` for delays.
The same script is played over the OpenAI wire format by `ibidem.testing.openai_server`, which `python -m` runs alone.
"""
