"""What is cut from sheets and handed out, as values: slips, pairs' cards, cards for tables, codes to scan."""
