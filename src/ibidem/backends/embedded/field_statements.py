"""SQL of what documents say under the names that their profile declares."""

# The documents that pass each of :fields, a JSON list of {name, spans}; a span is [first, last], both included.
OF_FIELDS = """SELECT p.doc_key FROM json_each(:fields) AS f CROSS JOIN json_each(f.value, '$.spans') AS s
    CROSS JOIN field_places AS p ON p.name = json_extract(f.value, '$.name')
        AND p.place BETWEEN json_extract(s.value, '$[0]') AND json_extract(s.value, '$[1]')
    GROUP BY p.doc_key HAVING count(DISTINCT f.key) = json_array_length(:fields)"""

INSERT_PLACE = "INSERT OR IGNORE INTO field_places (doc_key, name, place, value) VALUES (?, ?, ?, ?)"
