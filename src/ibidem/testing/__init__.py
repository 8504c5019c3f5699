"""What ships for whoever tests against ibidem: conformance suites that check a backend against the contracts of `ibidem.ports`.

A backend is checked by a subclass of each suite that says how to open it, run by pytest with pytest-asyncio in auto mode:

    from ibidem.testing.turn_store import TurnStoreSuite

    class TestMyTurns(TurnStoreSuite):
        @pytest.fixture
        def stores(self, tmp_path):
            backend = MyBackend.open(tmp_path)
            yield backend
            backend.close()

The fixture gives `ibidem.testing.stores.Stores`, empty at the start of every test.
"""
