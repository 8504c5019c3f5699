"""The page that people meet at `/`: HTML, CSS and ES modules, served as they stand here."""
