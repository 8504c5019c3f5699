"""Who may read what, as conditions in SQL."""

# What Principal's docstring says, as a condition on a document `d`; takes :tenant and :groups (a JSON list).
READERS = """({0}.readers = '[]' OR EXISTS (
    SELECT 1 FROM json_each({0}.readers) AS r WHERE r.value IN (SELECT value FROM json_each(:groups))))"""
OF_THEIR_READERS = f"d.tenant = :tenant AND {READERS.format('d')}"

# A version ends with the policy by which its text was masked, behind 16 digits (see privacy.document_masking). masking() is that
# of the profile, "" where it leaves documents as they are. What was stored under another one is hidden until it is read anew.
MASKED = "(masking() = '' OR substr({0}, 17) = masking())"
READABLE = f"{OF_THEIR_READERS} AND {MASKED.format('d.version')}"

# Restricting a document restricts its earlier versions with it, also when it is deleted: what may not be read now is not read as
# it was.
NOT_RESTRICTED_SINCE = f"""NOT EXISTS (
    SELECT 1 FROM documents AS now WHERE now.tenant = d.tenant AND now.doc_id = d.doc_id AND now.current
        AND NOT {READERS.format("now")})
    AND NOT EXISTS (
    SELECT 1 FROM withdrawn AS w WHERE w.tenant = d.tenant AND w.doc_id = d.doc_id AND NOT {READERS.format("w")})"""

# Which of :cited, a JSON list of [doc_id, version], may not be read, by their places in it. What is gone was open to everybody.
UNREADABLE = f"""SELECT k.key FROM json_each(:cited) AS k WHERE EXISTS (
    SELECT 1 FROM documents AS d WHERE d.tenant = :tenant AND d.doc_id = json_extract(k.value, '$[0]')
        AND (d.current OR d.version = json_extract(k.value, '$[1]')) AND NOT {READERS.format("d")})
    OR EXISTS (
    SELECT 1 FROM withdrawn AS w WHERE w.tenant = :tenant AND w.doc_id = json_extract(k.value, '$[0]')
        AND NOT {READERS.format("w")})
    OR NOT {MASKED.format("json_extract(k.value, '$[1]')")}"""

# The version named, or the current one when :version is NULL.
NAMED = f"""d.doc_id = :doc_id AND (d.version = :version OR :version IS NULL AND d.current) AND {READABLE}
    AND {NOT_RESTRICTED_SINCE}"""

# The principal's own session `s`, as long as it has not expired; takes :tenant, :owner and :now.
NOT_EXPIRED = "({0}expires IS NULL OR {0}expires > :now)"
OWN = f"s.tenant = :tenant AND s.owner = :owner AND {NOT_EXPIRED.format('s.')}"
