-- What the link of a conversation holds that its owner shares (domain.sharing); empty: it is not shared.
ALTER TABLE sessions ADD COLUMN shared TEXT NOT NULL DEFAULT '';
