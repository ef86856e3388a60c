"""What a result is worth and who is ahead: pure functions over values, without Django, clock or chance.

`rules` (settings and their layers), `rulebooks` (presets), `scoresheet` (what was recorded, and the verdict),
`levels` (a match deal by deal), `schemes` and `walkovers` (points), `standings` (the ranking), `awards` and
`penalties` (what follows from them), `errors` (codes for what a person can mend).
"""
