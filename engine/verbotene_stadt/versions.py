"""The versions of these rules: a game begun under one is finished by it, and a record is checked by the one it names.

1  From an empty pavilion a card had to be taken, after the tenth exile all of its colour at once, a partner's too; after the
   first doubt nobody else was asked.
2  Taking from an empty pavilion is a may; after the tenth exile a partner keeps its cards; every seat with a card answers.
"""

FIRST = 1
CURRENT = 2
