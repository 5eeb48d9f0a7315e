"""Kinds of things and their members: what a colour, an instrument or a country looks like."""

from __future__ import annotations

import re
from functools import cache

_MEMBERS = {
    "colour color": "red blue green yellow white black grey gray brown orange purple pink violet "
    "turquoise teal navy beige gold silver",
    "instrument": "piano guitar violin cello clarinet flute drums saxophone trumpet harp ukulele "
    "keyboard bass viola oboe trombone banjo accordion organ fiddle recorder",
    "pet animal": "dog cat puppy kitten pup kitty rabbit hamster guinea_pig parrot budgie turtle "
    "tortoise snake lizard fish horse ferret bird goldfish gecko hen goat sheep cow duck",
    "sport": "football soccer basketball tennis baseball hockey golf swimming running cycling "
    "boxing kickboxing taekwondo karate judo surfing skiing snowboarding skating climbing rugby "
    "cricket volleyball badminton rowing fencing chess yoga wrestling softball aerial_yoga",
    "martial": "kickboxing taekwondo karate judo boxing aikido jiu-jitsu kung_fu muay_thai",
    "hobby activity exercise": "painting pottery hiking camping swimming running reading cooking "
    "baking gardening knitting sewing drawing dancing singing fishing sailing surfing cycling "
    "biking yoga photography writing climbing skiing skating boxing kickboxing gaming travelling "
    "traveling woodworking rowing kayaking chess birdwatching crochet meditation volunteering "
    "weight_training horseback_riding board_games movie_nights",
    "country nation": "England Scotland Wales Ireland France Germany Italy Spain Portugal Sweden "
    "Norway Denmark Finland Iceland Poland Greece Turkey Russia Ukraine Japan China India Korea "
    "Thailand Vietnam Indonesia Australia New_Zealand Canada Mexico Brazil Argentina Chile Peru "
    "Egypt Morocco Kenya South_Africa Nigeria Switzerland Austria Belgium Netherlands Hungary "
    "Czech_Republic Croatia Romania Cuba USA Colombia Malaysia Singapore Philippines",
    "state": "Alabama Alaska Arizona California Colorado Connecticut Florida Georgia Hawaii Idaho "
    "Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan "
    "Minnesota Missouri Montana Nebraska Nevada New_York Ohio Oklahoma Oregon Pennsylvania Texas "
    "Utah Vermont Virginia Washington Wisconsin Wyoming Tennessee",
    "season": "spring summer autumn winter fall",
    "month": "January February March April May June July August September October November "
    "December",
    "weekday": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "meal": "breakfast lunch dinner brunch supper",
    "drink beverage": "tea coffee wine beer cider juice water lemonade cocoa cordial champagne "
    "milkshake smoothie whisky",
    "genre": "fantasy romance comedy horror thriller mystery drama adventure sci-fi documentary "
    "jazz rock pop classical folk blues hip-hop country action",
    "flower plant": "roses sunflowers tulips lilies daisies orchids lavender peonies daffodils "
    "succulents cactus ferns",
    "vehicle": "car bike bicycle motorcycle van truck boat bus train scooter",
    "disaster": "flood earthquake hurricane tornado wildfire storm thunderstorm drought",
    "emotion feeling": "happy sad proud grateful thankful excited nervous anxious scared relieved "
    "calm angry frustrated overwhelmed inspired joyful lonely peaceful motivated awe fulfilled",
}

_SHADES = r"(?:(?:dark|deep|light|pale|bright|sky)[ -])?"


@cache
def pattern(noun: str) -> re.Pattern[str] | None:
    """Return what finds members of a kind, named in the singular or plural; None if unknown."""
    single = noun[:-3] + "y" if noun.endswith("ies") else noun.removesuffix("s")
    for kinds, members in _MEMBERS.items():
        if {noun, single} & set(kinds.split()):
            found = sorted((m.replace("_", " ") for m in members.split()), key=len, reverse=True)
            flags = re.NOFLAG if found[0][0].isupper() else re.I
            shade = _SHADES if "colour" in kinds else ""
            return re.compile(rf"\b{shade}(?:{'|'.join(map(re.escape, found))})\b", flags)
    return None


def members(noun: str, text: str) -> list[str]:
    """Return the members of a kind that a text names, each once, in order."""
    found = pattern(noun)
    return list(dict.fromkeys(m[0] for m in found.finditer(text))) if found else []
