"""Tells pleasantries ("Wow, that's great!") from sentences that say something."""

from __future__ import annotations

import re
from collections.abc import Collection

from hypermem_core.models.offline.keywords import STOP
from hypermem_core.models.offline.sentences import has_cjk, words

# Words that carry no content of their own when only other such words surround them.
_EMPTY = frozenset(
    """
wow whoa woah oh ooh aw aww aw ah ha haha hah lol omg gosh yay yeah yep yup yes no nope nah ok okay
sure right true indeed exactly absolutely definitely totally certainly agree agreed course hey hi
hello hiya bye goodbye morning afternoon evening night thanks thank thx cheers welcome please sorry
congrats congratulations great good nice cool awesome amazing fantastic wonderful lovely beautiful
incredible impressive brilliant excellent perfect super sweet neat rad sick epic fab terrific
gorgeous stunning cute adorable inspiring interesting exciting excited fun glad happy proud thrilled
sound sounds look looks looking seem seems feel feels hear hearing heard see seeing saw know knew
think guess mean means bet hope wish love loved loving like liked enjoy enjoying way wait kind much
lot lots really so very pretty quite truly always ever just too also well even still now then
later soon again back up catch talk chat chatting talked tell told say saying said share sharing
shared asking ask lucky luck best better take care easy problem worries worry doubt dude
man bro buddy pal
friend guys girl mate kudos props bravo gotta gonna wanna y'all ya you're it's i'm that's thing
things stuff everything anything something new going goes go get got keep kept have day week one
bit here there long time while since last forward hang hanging fine doing done make makes made
appreciate appreciated kindly support supportive heart words yourself bless crossed fingers rock
rocks blast hot damn dang darn pic photo picture pics photos shot up new shout bet woohoo
ooo yup shout bet woohoo ooo yup plus anyway actually honestly btw
""".split()
)
_CHINESE = re.compile(
    "谢谢|感谢|不客气|没关系|太好了|太棒了|真棒|真好|真的吗|是吗|是的|是啊|好的|好吧|好啊|哇|哈+|嗯+|"
    "你好|您好|嗨|早上好|晚上好|晚安|再见|拜拜|回头聊|下次聊|加油|恭喜你?|祝贺你?|辛苦了|当然|没问题|"
    "对啊|厉害|不错|听起来|很|真|太|了|啊|吧|呀|哦|噢|嘛|呢|吗|你|我|那|这|也|都|的|是|好|棒|高兴|"
    "开心|见到|最近|怎么样|怎样"
)


def is_filler(sentence: str, names: Collection[str] = ()) -> bool:
    """Say whether a sentence is pure pleasantry once names and empty words are set aside."""
    ignored = {part.lower() for name in names for part in words(name)}
    return not any(_says(word, ignored) for word in words(sentence))


def _says(word: str, ignored: Collection[str]) -> bool:
    if has_cjk(word):
        for name in ignored:
            word = word.replace(name, "")
        return len(_CHINESE.sub("", word)) > 1
    low = word.lower()
    head = low.split("'")[0]
    if low in _EMPTY or low in STOP or head in ignored:
        return False
    return not (head in _EMPTY or head in STOP or _is_nickname(low, ignored))


def _is_nickname(word: str, ignored: Collection[str]) -> bool:
    """Say whether the word shortens a speaker's name (`Mel` for `Melanie`)."""
    return len(word) >= 3 and any(name.startswith(word) for name in ignored)
