"""Words and numbers of MCR, in every language, that an event by other rules must not meet."""

import re

WORDS_OF_MCR = re.compile(
    r"\b(MCR|Guobiao|Competition Rules|fan|Hu|No Hu|chow|pung|kong|flowers?|fleurs?|minimum|88)\b"
    r"|\b8 (or more|from|ou plus|de)\b|\+ 8\b|\bP([5-9]|[12]\d)\b"
    r"|国标|竞赛规则|番种|吃|碰|杠|花牌|起和|错和|不得和牌|8 (番|或以上)",
    re.IGNORECASE,
)
