"""The hypergraph file put together from episodes, topics and facts, as official stage 2 does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypermem_core.official.fields import objects, table, text, texts


def assembled(
    episodes: Sequence[dict[str, Any]], topics: dict[str, Any], facts: dict[str, Any]
) -> dict[str, Any]:
    """Return what hypergraph_conv_<i>.json would hold; hyperedges of the same id are merged."""
    fact_edges: dict[str, dict[str, Any]] = {}
    for result in objects(facts.get("fact_hyperedge_results")):
        edge = table(result.get("fact_hyperedge"))
        name = text(edge.get("id"))
        if name in fact_edges:
            fact_edges[name]["relation"] |= table(edge.get("relation"))
            fact_edges[name]["weights"] |= table(edge.get("weights"))
        elif name:
            both = {key: dict(table(edge.get(key))) for key in ("relation", "weights")}
            fact_edges[name] = {**edge, **both}
    topic_edges = {
        text(edge.get("id")): edge
        for result in objects(topics.get("episode_hyperedge_results"))
        if text((edge := table(result.get("episode_hyperedge"))).get("id"))
    }
    found = [
        fact
        for result in objects(facts.get("fact_results"))
        for fact in objects(result.get("facts"))
    ]
    owners = {text(edge.get("topic_node_id")) for edge in topic_edges.values()}
    listed = objects(table(topics.get("topic_result")).get("topics"))
    return {
        "facts": _named(found, "fact_id", fact_edges),
        "fact_hyperedges": fact_edges,
        "episodes": _named(episodes, "event_id", topic_edges),
        "episode_hyperedges": topic_edges,
        "topics": {
            name: topic
            for name, topic in _named(listed, "topic_id", {}).items()
            if name in owners  # a topic without a hyperedge is no node
        },
    }


def _named(
    items: Sequence[dict[str, Any]], key: str, edges: dict[str, dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return the items by id, each with its roles in the hyperedges."""
    named: dict[str, dict[str, Any]] = {}
    for item in items:
        name = text(item.get(key))
        roles = {
            edge_id: table(edge.get("relation"))[name]
            for edge_id, edge in edges.items()
            if name in table(edge.get("relation"))
        }
        if name:
            named[name] = {"id": name, **item, "hyperedge": roles}
    return named


def differences(whole: dict[str, Any], parts: dict[str, Any]) -> list[str]:
    """Return where a hypergraph file says otherwise than the files it was made from."""
    compared = {
        "facts": ("content", "temporal", "spatial", "keywords", "query_patterns", "episode_ids"),
        "episodes": ("summary", "subject", "episode_description"),
        "topics": ("title", "summary", "keywords"),
        "fact_hyperedges": ("relation", "weights"),
        "episode_hyperedges": ("relation", "weights"),
    }
    found = []
    for section, keys in compared.items():
        one, other = table(whole.get(section)), parts[section]
        found += [f"{section}: {name}" for name in one.keys() ^ other.keys()]
        for name in [name for name in one if name in other]:
            pair = (table(one[name]), table(other[name]))
            found += [f"{name}: {key}" for key in keys if pair[0].get(key) != pair[1].get(key)]
    return sorted(found)


def merged_edges(facts: dict[str, Any]) -> list[str]:
    """Return the ids of fact hyperedges that the facts file holds more than once."""
    names = [
        text(table(result.get("fact_hyperedge")).get("id"))
        for result in objects(facts.get("fact_hyperedge_results"))
    ]
    return sorted({name for name in names if names.count(name) > 1})


def topics_without_facts(topics: dict[str, Any], facts: dict[str, Any]) -> list[str]:
    """Return the topics of which no fact was extracted."""
    listed = objects(table(topics.get("topic_result")).get("topics"))
    mined = {
        text(result.get("topic_id"))
        for result in objects(facts.get("fact_results"))
        if texts([fact.get("fact_id") for fact in objects(result.get("facts"))])
    }
    names = [text(topic.get("topic_id")) for topic in listed]
    return [name for name in names if name and name not in mined]
