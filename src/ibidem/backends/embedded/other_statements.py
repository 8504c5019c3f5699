"""SQL of what others than its owner may see of a conversation."""

from ibidem.backends.embedded.statements import NOT_EXPIRED, TURNS_OF_SESSIONS

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
