"""What names are once they are cleaned, how they compare, and in which order they stand. Plain Python."""
