"""Copies of the whole site: made, checked, kept in a rotation, restored (docs/backup.md)."""
