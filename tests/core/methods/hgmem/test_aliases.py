"""Spellings, plurals, nicknames and given aliases mean one entity."""

from hypermem_core.methods.hgmem.aliases import AliasTable, key_of


def test_spellings_of_one_name_have_one_key() -> None:
    assert key_of(" The  Support Groups ") == key_of("support group") == "support group"
    assert key_of("Melanie's") == key_of("MELANIE") == key_of("“Melanie”")
    assert key_of("Ｍel") == "mel"  # NFKC
    assert key_of(" '' ") == ""


def test_a_nickname_is_the_one_speaker_it_begins() -> None:
    table = AliasTable(("Melanie", "Caroline"))
    assert table.resolve("Mel") == key_of("Melanie")
    assert table.resolve("Me") == "me"  # too short
    assert table.resolve("mel") == key_of("Melanie")  # known by now
    assert AliasTable(("Melanie",)).resolve("mel") == "mel"  # a common word, not a name


def test_a_nickname_of_two_speakers_is_nobodys() -> None:
    assert AliasTable(("Marta", "Martin")).resolve("Mart") == "mart"


def test_a_first_name_is_the_speaker() -> None:
    table = AliasTable(("Anna Lee", "Bo"))
    assert table.resolve("Anna") == key_of("Anna Lee")
    assert table.spellings[key_of("Anna Lee")] == ["Anna"]


def test_a_given_alias_means_the_entity_unless_it_means_another() -> None:
    table = AliasTable()
    support = table.add("Support Group", ["SG"])
    assert table.resolve("sg") == support
    assert table.add("Sports Ground", ["SG"]) != support
    assert table.resolve("SG") == support
    assert table.spellings[support] == ["Support Group", "SG"]
