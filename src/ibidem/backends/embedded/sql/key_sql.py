"""SQL of API keys."""

INSERT_KEY = """INSERT INTO api_keys (key_id, digest, tenant, owner, reader_groups, scopes, created, expires, revoked)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""

_KEYS = "SELECT key_id, tenant, owner, reader_groups, scopes, created, expires, revoked FROM api_keys"

LIST_KEYS = f"{_KEYS} ORDER BY created, key_id"

KEY_BY_DIGEST = f"{_KEYS} WHERE digest = ?"

KEY_BY_ID = f"{_KEYS} WHERE key_id = ?"

KEYS_EXIST = "SELECT EXISTS (SELECT 1 FROM api_keys)"

REVOKE_KEY = "UPDATE api_keys SET revoked = coalesce(revoked, ?) WHERE key_id = ?"
