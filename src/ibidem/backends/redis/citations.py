"""What conversations in Redis cite (ports.Citations)."""

from collections.abc import Sequence
from datetime import UTC, datetime

from ibidem.backends.citations import CitationsUnknown
from ibidem.backends.redis import places
from ibidem.backends.redis.server import Server
from ibidem.domain.documents import VersionName
from ibidem.domain.errors import StoreUnavailable

# Versions that are asked for at once.
AT_ONCE = 500
# Says of each version, by 1 or 0, whether a session that cites it lasts. Those that do not are few: they are swept.
# KEYS: the sessions by their ends, the sessions that cite each version. ARGV: the time, in microseconds since 1970.
CITED = """
local cited = {}
for place = 2, #KEYS do
    local first, lasts = 0, 0
    repeat
        local sessions = redis.call('ZRANGE', KEYS[place], first, first + 99)
        for _, session in ipairs(sessions) do
            local ends = redis.call('ZSCORE', KEYS[1], session)
            if ends and (ends == 'inf' or tonumber(ends) > tonumber(ARGV[1])) then
                lasts = 1
                break
            end
        end
        first = first + 100
    until lasts == 1 or #sessions == 0
    cited[place - 1] = lasts
end
return cited
"""


class RedisCitations:
    """Asks the server each time: a conversation that has expired cites nothing, swept or not."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def cited(self, versions: Sequence[VersionName]) -> frozenset[VersionName]:
        """See ports.Citations."""
        try:
            parts = (self._cited(versions[start : start + AT_ONCE]) for start in range(0, len(versions), AT_ONCE))
            return frozenset[VersionName]().union(*parts)
        except StoreUnavailable as error:
            raise CitationsUnknown(error.problem, self._server.name) from error

    def _cited(self, versions: Sequence[VersionName]) -> frozenset[VersionName]:
        keys = [places.ENDS, *map(places.citing, versions)]
        found = self._server.answered(CITED, keys, [places.micros(datetime.now(UTC))])
        return frozenset(version for version, cited in zip(versions, found, strict=True) if cited)
