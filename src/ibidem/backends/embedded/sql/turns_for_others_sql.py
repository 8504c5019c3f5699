"""SQL of what others than its owner may see of a conversation."""

from ibidem.backends.embedded.sql.access_sql import NOT_EXPIRED, OWN
from ibidem.backends.embedded.sql.session_sql import SESSION_COLUMNS
from ibidem.backends.embedded.sql.turn_sql import TURNS_OF_SESSIONS

# Those without an answer are found by the index that has no others; of the rated ones there are few. Copies in a branch are none.
UNANSWERED = f"""{TURNS_OF_SESSIONS}
    WHERE t.rowid IN (
        SELECT rowid FROM turns WHERE content ->> 'found' = 'none' AND replaced_by IS NULL
        UNION SELECT r.rowid FROM feedback AS b JOIN turns AS r ON r.session_id = b.session_id AND r.turn_id = b.turn_id
            WHERE b.rating <> 'helpful')
    AND s.tenant = :tenant AND (s.owner = :owner OR :administers) AND {NOT_EXPIRED.format("s.")}
    AND t.turn_id > s.branched_at AND t.content ->> 'route' <> 'chat' AND t.replaced_by IS NULL
    AND coalesce(f.rating, '') <> 'helpful'
    ORDER BY t.ts DESC, t.session_id, t.turn_id DESC LIMIT :most"""

SHARE = f"UPDATE sessions AS s SET shared = :link WHERE s.session_id = :session AND {OWN}"

_OPENED = f"s.session_id = :session AND s.tenant = :tenant AND {NOT_EXPIRED.format('s.')}"

SHARED_SESSION = f"SELECT {SESSION_COLUMNS} FROM sessions AS s WHERE {_OPENED}"

SHARED_TURNS = f"{TURNS_OF_SESSIONS} WHERE {_OPENED} AND t.turn_id > :offset ORDER BY t.turn_id LIMIT :limit"
