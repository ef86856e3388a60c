"""Units, pairs and players: actions, pages, import."""
