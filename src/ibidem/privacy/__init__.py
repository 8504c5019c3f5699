"""Personal data replaced by placeholders that keep their names within a session, in whole texts and in streams."""
