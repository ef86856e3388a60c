"""What an organiser hands out and hangs up, as values: every format draws the same `Paper`."""
