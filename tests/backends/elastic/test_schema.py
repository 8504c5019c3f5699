"""What is said in turns is analysed as the cluster can."""

import pytest

from ibidem.backends.elastic.cluster import Cluster, Json
from ibidem.backends.elastic.schema import DOCS, SAID, TURNS, analysers_of, body_of


class Having(Cluster):
    """A cluster with these analysers, one of which it may not be asked for."""

    def __init__(self, *analysers: str, forbidden: str = "") -> None:
        super().__init__("http://127.0.0.1:1", {}, "test")
        self._analysers, self._forbidden = analysers, forbidden

    def request(self, method: str, path: str, body: object = None, allowed: frozenset[int] = frozenset()) -> tuple[int, Json]:
        assert (method, path) == ("POST", "/_analyze") and isinstance(body, dict) and allowed == {400, 403}
        if body["analyzer"] == self._forbidden:
            return 403, {}
        return (200 if body["analyzer"] in self._analysers else 400), {}


@pytest.mark.parametrize(
    ("cluster", "field"),
    [
        (Having(), {"type": "text", "analyzer": "standard"}),
        (Having("nori", forbidden="nori"), {"type": "text", "analyzer": "standard"}),
        (Having("nori"), {"type": "text", "analyzer": "nori"}),
        (Having("kuromoji"), {"type": "text", "analyzer": "kuromoji"}),
        (
            Having("kuromoji", "nori"),
            {"type": "text", "analyzer": "nori", "fields": {"kuromoji": {"type": "text", "analyzer": "kuromoji"}}},
        ),
    ],
)
def test_what_is_said_is_analysed_by_what_the_cluster_has(cluster: Having, field: Json) -> None:
    body = body_of(TURNS, analysers_of(cluster))
    assert [body["mappings"]["properties"][name] for name in SAID] == [field] * 3
    assert "user_text" not in body_of(DOCS, analysers_of(cluster))["mappings"]["properties"]
