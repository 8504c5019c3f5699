-- The turns that the documents did not answer, of which there are few, so that a list of them reads no other turn.
CREATE INDEX turns_without_answer ON turns (ts) WHERE content ->> 'found' = 'none' AND replaced_by IS NULL;
