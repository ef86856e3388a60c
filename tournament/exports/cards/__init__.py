"""Small papers that are cut from large ones: slips, cards to carry, cards to stand on a table."""
