"""Texts that speak to the judge instead of to a reader: found, so that a person can be told.

A finding changes nothing about how a text is judged. The list is of tell-tale phrases; a text that
merely writes about such attacks is found too, and a new phrase is not.
"""

import re
import unicodedata
from typing import Final

# What each sign cannot do without, in lower case -> the sign itself. Most texts have none of the
# former, which is far quicker to see.
_SIGNS: Final = tuple(
    (tuple(needles.split()), re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for needles, pattern in (
        (
            "instruction prompt rule direction guideline",
            r"\b(ignore|disregard|forget|override)\b[^.\n]{0,40}"
            r"\b(instructions?|prompts?|rules|directions|guidelines)\b",
        ),
        (
            "mark rate grade scor label judge classify treat",
            r"\b((mark|rate|grade|score|label|judge|classify|treat)\s+"
            r"(it|this|these|that|those|all|any|each|every\w*|the|context)|"
            r"(must|should|has to|is to) be "
            r"(marked|rated|graded|scored|labell?ed|judged|treated))\b[^.\n]{0,40}"
            r"\b(high(ly)?( relevan\w+)?|(fully|most) relevant|used)\b",
        ),
        (
            "judge grader evaluator model",
            r"\b(you are|act as|acting as)\b[^.\n]{0,20}"
            r"\b(judge|grader|evaluator|language model)\b",
        ),
        (
            "judge grader evaluator llm ai model assistant",
            r"\b(note|message|instructions?|attention|reminder) (to|for) (the |all |any )?"
            r"(judges?|graders?|evaluators?|llms?|ai|models?|assistants?)\b",
        ),
        ("verdicts relevance used", r"[\"'](verdicts|relevance_?level|was_?used)[\"']\s*:"),
        ("-", r"</?(context|query|response|gaps)-\w+[^>]*>"),
        (
            "[ <| system assistant",
            r"\[/?INST\]|<\|[a-z_]+\|>|^\s*#*\s*(system|assistant)\s*:|"
            r"\[(END|BEGIN)[ _](DATA|CONTEXT)",
        ),
        ("instructions consignes", r"\bignore[zr]?\b[^.\n]{0,30}\b(instructions|consignes)\b"),
        ("ignorier", r"\bignoriere?n?\b[^.\n]{0,40}\b(anweisungen|instruktionen)\b"),
        (
            "instrucciones instruções",
            r"\b(ignora|ignore|olvida)\b[^.\n]{0,30}\b(instrucciones|instruções)\b",
        ),
        ("指示 命令 プロンプト", r"(指示|命令|プロンプト)(は|を|に)?[^。\n]{0,10}(無視|忘れ|従わ)"),
        ("忽略 无视 無視", r"(忽略|无视|無視)[^。\n]{0,15}(指令|指示|提示|要求)"),
    )
)
_INVISIBLE: Final = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    "\U000e0000-\U000e007f]"
)
_EXCERPT_LENGTH: Final = 80


def address_to_judge(text: str) -> str | None:
    """The first passage of a text that addresses a judge, shortened; `None` where none does."""
    plain = text
    if not text.isascii():
        # Look-alike characters and invisible ones are undone, for the search alone.
        plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    lowered = plain.lower()
    for needles, sign in _SIGNS:
        match = sign.search(plain) if any(needle in lowered for needle in needles) else None
        if match:
            return " ".join(match[0].split())[:_EXCERPT_LENGTH]
    return None
