"""The books of an event, 秩序册 and 成绩册: which chapters they have, made of the papers' own builders."""
