"""Files that take longer than a page may: made by a thread, asked about by the page, fetched when whole.

What is under way stands in files of the data folder, so that any of several processes can tell of it.
"""
