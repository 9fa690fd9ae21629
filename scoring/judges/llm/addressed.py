"""Texts that speak to the judge instead of to a reader: found, so that a person can be told.

A finding changes nothing about how a text is judged. The list is of tell-tale phrases; a text that
merely writes about such attacks is found too, and a new phrase is not.
"""

import re
import unicodedata
from typing import Final

_SIGNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        r"\b(ignore|disregard|forget|override)\b[^.\n]{0,40}"
        r"\b(instructions?|prompts?|rules|directions|guidelines)\b",
        r"\b((mark|rate|grade|score|label|judge|classify|treat)\s+"
        r"(it|this|these|that|those|all|any|each|every\w*|the|context)|"
        r"(must|should|has to|is to) be (marked|rated|graded|scored|labell?ed|judged|treated))\b"
        r"[^.\n]{0,40}"
        r"\b(as|is|are)?\s*[\"“']?(high(ly)?( relevan\w+)?|(fully|most) relevant|used)\b[\"”']?",
        r"\b(you are|act as|acting as)\b[^.\n]{0,20}\b(judge|grader|evaluator|language model)\b",
        r"\b(note|message|instructions?|attention|reminder) (to|for) (the |all |any )?"
        r"(judges?|graders?|evaluators?|llms?|ai|models?|assistants?)\b",
        r"[\"'](verdicts|relevance_?level|was_?used)[\"']\s*:",
        r"</?(context|query|response|gaps)-\w+[^>]*>",
        r"\[/?INST\]|<\|[a-z_]+\|>|^\s*#*\s*(system|assistant)\s*:|\[(END|BEGIN)[ _](DATA|CONTEXT)",
        r"\bignore[zr]?\b[^.\n]{0,30}\b(instructions|consignes)\b",
        r"\bignoriere?n?\b[^.\n]{0,40}\b(anweisungen|instruktionen)\b",
        r"\b(ignora|ignore|olvida)\b[^.\n]{0,30}\b(instrucciones|instruções)\b",
        r"(指示|命令|プロンプト)(は|を|に)?[^。\n]{0,10}(無視|忘れ|従わ)",
        r"(忽略|无视|無視)[^。\n]{0,15}(指令|指示|提示|要求)",
    )
)
_EXCERPT_LENGTH: Final = 80


def address_to_judge(text: str) -> str | None:
    """The first passage of a text that addresses a judge, shortened; `None` where none does."""
    # Look-alike characters and invisible ones are undone for the search alone.
    plain = "".join(
        character
        for character in unicodedata.normalize("NFKC", text)
        if unicodedata.category(character) != "Cf"
    )
    for sign in _SIGNS:
        match = sign.search(plain)
        if match:
            return " ".join(match[0].split())[:_EXCERPT_LENGTH]
    return None
