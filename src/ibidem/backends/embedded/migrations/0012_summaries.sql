-- When a turn was summed up, or found to need no more than the beginning of its answer; NULL until then.
ALTER TABLE turns ADD COLUMN summary_ts TEXT;
