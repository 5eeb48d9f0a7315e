"""A made-up results folder in the official layout, small enough to work everything out by hand.

One conversation, seven turns in sessions 1, 2 and 10, which the official code sorts as texts: 1,
10, 2. Three episodes (the second begins with the last turn of the first), two topics, four facts.
Times of episodes are 8 hours early and the last episode has the time of the one before it.
"""

import copy
import json
import math
import pickle
from pathlib import Path
from typing import Any

E1, E2, E3 = (f"{name}aaaaaa-0000-4000-8000-000000000001" for name in ("e1", "e2", "e3"))
T1, T2 = (f"topic_{name}aaaaaa-0000-4000-8000-000000000002" for name in ("t1", "t2"))
F1, F2, F3, F4 = (
    f"fact_{name}aaaaaa-0000-4000-8000-000000000003" for name in ("f1", "f2", "f3", "f4")
)
LINES = {
    "D1:1": ("Ana", "2024-05-04T10:00:00", "I adopted a grey cat named Pixel."),
    "D1:2": ("Ben", "2024-05-04T10:00:30", "Lovely! How old is she?"),
    "D1:3": ("Ana", "2024-05-04T10:01:00", "Two years."),
    "D2:1": ("Ana", "2024-05-19T20:30:00", "Pixel knocked over my vase."),
    "D2:2": ("Ben", "2024-05-19T20:30:30", "Oh no!"),
    "D10:1": ("Ben", "2024-08-01T09:00:00", "My pottery class made bowls."),
    "D10:2": ("Ana", "2024-08-01T09:00:30", "What colour is the glaze?"),
}
STARTS = {
    1: "10:00 am on 4 May, 2024",
    2: "8:30 pm on 19 May, 2024",
    10: "9:00 am on 1 August, 2024",
}
CAPTION = "a cat on a sofa"
QUESTION = "When did Ana adopt a cat?"
RAW = {
    F1: [1.0, 0.0, 0.0],
    F2: [0.0, 1.0, 0.0],
    F3: [0.0, 0.0, 1.0],
    F4: [1.0, 1.0, 0.0],
    E1: [1.0, 0.0, 1.0],
    E2: [0.0, 1.0, 1.0],
    E3: [1.0, 1.0, 1.0],
    T1: [2.0, 0.0, 0.0],
    T2: [0.0, 2.0, 0.0],
}


def message(turn_id: str) -> dict[str, Any]:
    speaker, when, text = LINES[turn_id]
    session = int(turn_id[1:].split(":")[0])
    image = turn_id == "D1:3"
    found: dict[str, Any] = {
        "speaker_id": f"{speaker.lower()}_0",
        "user_name": speaker,
        "speaker_name": speaker,
        "content": f"[{speaker} shared an image: {CAPTION}] {text}" if image else text,
        "timestamp": f"{when}+08:00",
        "original_timestamp": STARTS[session],
        "dia_id": turn_id,
        "session": f"session_{session}",
    }
    if image:
        found |= {"img_url": ["https://example.org/cat.jpg"], "blip_caption": CAPTION}
    return found


def episode(name: str, turn_ids: list[str], when: str, title: str) -> dict[str, Any]:
    return {
        "event_id": name,
        "user_id_list": ["ana_0", "ben_0"],
        "original_data": [message(turn_id) for turn_id in turn_ids],
        "timestamp": when,
        "summary": f"{title} in short.",
        "participants": ["ana_0", "ben_0"],
        "type": "Conversation",
        "keywords": None,
        "subject": title,
        "episode_description": f"{title} at length.",
    }


def episodes() -> list[dict[str, Any]]:
    early, late = "2024-05-04T02:01:00+08:00", "2024-08-01T01:00:30+08:00"
    return [
        episode(E1, ["D1:1", "D1:2", "D1:3"], early, "Ana adopts Pixel"),
        episode(E2, ["D1:3", "D10:1", "D10:2"], late, "Ben makes bowls"),
        episode(E3, ["D2:1", "D2:2"], late, "Pixel breaks a vase"),
    ]


def topic(name: str, title: str, inside: list[str]) -> dict[str, Any]:
    return {
        "topic_id": name,
        "title": title,
        "summary": f"All about {title.lower()}.",
        "episode_ids": inside,
        "timestamp": "2024-08-01T01:00:30+08:00",
        "user_id_list": ["ana_0", "ben_0"],
        "participants": ["ana_0", "ben_0"],
        "keywords": [title.lower()],
    }


def edge(kind: str, owner: str, weights: dict[str, float], role: str) -> dict[str, Any]:
    episodes_in = kind == "episode"
    bare = owner.removeprefix("topic_")
    return {
        "id": f"{kind}_hyperedge_{bare}",
        "relation": dict.fromkeys(weights, role),
        "weights": dict(weights),
        "topic_node_id" if episodes_in else "episode_node_id": owner,
        "created_at": "2026-01-01T00:00:00",
        "coherence_score" if episodes_in else "extraction_confidence": 0.8,
    }


def fact(name: str, text: str, owner: str, inside: list[str], **more: Any) -> dict[str, Any]:
    return {
        "fact_id": name,
        "content": text,
        "episode_ids": inside,
        "topic_id": owner,
        "confidence": 0.8,
        "temporal": None,
        "spatial": None,
        "keywords": [],
        "query_patterns": [],
        "timestamp": "2026-01-01T00:00:00+08:00",
        **more,
    }


TOPICS = (topic(T1, "Pixel the cat", [E1, E3]), topic(T2, "Pottery", [E2]))
FACTS = (
    fact(
        F1, "Ana adopted Pixel.", T1, [E1], temporal="4 May 2024", query_patterns=["Who is Pixel?"]
    ),
    fact(F3, "Pixel broke a vase.", T1, [E3], keywords=["vase"]),
    fact(F4, "Pixel lives with Ana.", T1, [E1, E3], spatial="at home"),
    fact(F2, "Ben makes bowls.", T2, [E2]),
)
TOPIC_EDGES = (
    edge("episode", T1, {E1: 0.9, E3: 0.5}, "developing"),
    edge("episode", T2, {E2: 0.7}, "initiating"),
)
FACT_EDGES = (
    edge("fact", E1, {F1: 1.0, F4: 0.4}, "core"),
    edge("fact", E3, {F3: 0.6, F4: 0.4}, "core"),
    edge("fact", E2, {F2: 0.3}, "detail"),
)


def hypergraph() -> dict[str, Any]:
    def roles(name: str, edges: tuple[dict[str, Any], ...]) -> dict[str, str]:
        return {e["id"]: e["relation"][name] for e in edges if name in e["relation"]}

    def named(item: dict[str, Any], key: str) -> dict[str, Any]:
        return {"id": item[key], **{k: v for k, v in item.items() if k != key}}

    below = {e["episode_node_id"]: e["id"] for e in FACT_EDGES}
    own = {e["topic_node_id"]: e["id"] for e in TOPIC_EDGES}
    return copy.deepcopy(
        {
            "facts": {
                f["fact_id"]: named(f, "fact_id") | {"hyperedge": roles(f["fact_id"], FACT_EDGES)}
                for f in FACTS
            },
            "fact_hyperedges": {e["id"]: e for e in FACT_EDGES},
            "episodes": {
                e["event_id"]: named(e, "event_id")
                | {
                    "hyperedge": roles(e["event_id"], TOPIC_EDGES),
                    "fact_hyperedge_id": below[e["event_id"]],
                }
                for e in episodes()
            },
            "episode_hyperedges": {e["id"]: e for e in TOPIC_EDGES},
            "topics": {
                t["topic_id"]: named(t, "topic_id") | {"episode_hyperedge_id": own[t["topic_id"]]}
                for t in TOPICS
            },
        }
    )


def edge_vector(one: dict[str, Any]) -> list[float]:
    powers = {name: math.exp(weight) for name, weight in one["weights"].items()}
    total = sum(powers.values())
    return [sum(p / total * RAW[name][i] for name, p in powers.items()) for i in range(3)]


def propagated() -> dict[str, list[float]]:
    """Return h + 0.5 · the sum of the vectors of a node's hyperedges, worked out plainly."""
    found = {name: list(vector) for name, vector in RAW.items()}
    for one in (*TOPIC_EDGES, *FACT_EDGES):
        for name in one["relation"]:
            found[name] = [a + 0.5 * b for a, b in zip(found[name], edge_vector(one), strict=True)]
    return found


def log() -> dict[str, Any]:
    def pairs(names: list[str], whole: bool = False) -> list[list[Any]]:
        return [[n if whole else n[:25], round(1 / (61 + i), 3)] for i, n in enumerate(names)]

    def layer(names: list[str], title: str, titles: list[str], topics: bool) -> dict[str, Any]:
        lists = {key: pairs(names, topics) for key in ("bm25", "emb", "rrf", "pre_rerank", "final")}
        count = {} if topics else {"connected_count": len(names)}
        return {**count, **lists, title: titles}

    return {
        "query": QUESTION,
        "config": {
            "question_type": "temporal",
            "topic_top_k": 15,
            "episode_top_k": 20,
            "fact_top_k": 30,
            "initial_candidates": 100,
            "output_type": "011",
            "use_reranker": False,
            "retrieval_type": "rrf",
        },
        "layer1_topic": layer([T1, T2], "final_titles", ["Pixel the cat", "Pottery"], True),
        "layer2_episode": layer(
            [E1, E3, E2],
            "final_subjects",
            ["Ana adopts Pixel", "Pixel breaks a vase", "Ben makes bowls"],
            False,
        ),
        "layer3_fact": layer(
            [F1, F4, F3, F2],
            "final_contents",
            [
                "Ana adopted Pixel.",
                "Pixel lives with Ana.",
                "Pixel broke a vase.",
                "Ben makes bowls.",
            ],
            False,
        ),
    }


def results() -> dict[str, list[dict[str, Any]]]:
    qa = {"question": QUESTION, "answer": "4 May 2024", "evidence": ["D1:1"], "category": 2}
    searched = {
        "query": QUESTION,
        "context": "Episodes memories for conversation between Ana and Ben:\n…",
        "hierarchical_results": {"topics_count": 2, "episodes_count": 3, "facts_count": 4},
        "retrieval_log": log(),
        "original_qa": qa,
    }
    answered = {
        "question": QUESTION,
        "answer": "On 4 May 2024",
        "category": 2,
        "golden_answer": "4 May 2024",
        "search_context": "…",
        "response_duration_ms": 1500.0,
        "search_duration_ms": 0,
    }
    judged = {
        "question": QUESTION,
        "answer": "On 4 May 2024",
        "golden_answer": "4 May 2024",
        "category": 2,
        "llm_judgments": {"judgment_1": True, "judgment_2": False, "judgment_3": True},
        "nlp_metrics": {},
        "response_duration_ms": 1500.0,
        "search_duration_ms": 0,
        "total_duration_ms": 1500.0,
    }
    logged = {"query": QUESTION, "retrieval_log": log()}
    return {
        "search_results": [searched],
        "retrieval_logs": [logged],
        "responses": [answered],
        "judged": [judged],
    }


def topics_file() -> dict[str, Any]:
    return copy.deepcopy(
        {
            "topic_result": {
                "topics": list(TOPICS),
                "action": "merged",
                "similar_episode_result": None,
                "similar_topic_result": None,
            },
            "episode_hyperedge_results": [
                {
                    "topic_id": e["topic_node_id"],
                    "episode_hyperedge": e,
                    "role_weight_result": None,
                    "episode_count": len(e["relation"]),
                }
                for e in TOPIC_EDGES
            ],
        }
    )


def facts_file() -> dict[str, Any]:
    return copy.deepcopy(
        {
            "fact_results": [
                {
                    "topic_id": t["topic_id"],
                    "facts": [f for f in FACTS if f["topic_id"] == t["topic_id"]],
                    "reasoning": "",
                }
                for t in TOPICS
            ],
            "fact_hyperedge_results": [
                {
                    "topic_id": T2 if e["episode_node_id"] == E2 else T1,
                    "episode_id": e["episode_node_id"],
                    "fact_hyperedge": e,
                    "role_assignment_result": None,
                    "fact_count": len(e["relation"]),
                }
                for e in FACT_EDGES
            ],
        }
    )


def counts(calls: int) -> dict[str, Any]:
    return {
        "prompt_tokens": 100 * calls,
        "completion_tokens": 10 * calls,
        "total_tokens": 110 * calls,
        "call_count": calls,
        "total_duration": 1.5,
    }


def write_json(folder: Path, name: str, value: Any) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2), encoding="utf-8")


def read_json(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_text(encoding="utf-8"))


def write_tiny_run(folder: Path) -> Path:
    """Write the run into `folder` and return it."""
    write_json(folder, "episodes/episode_list_conv_0.json", episodes())
    write_json(folder, "topics/topics_conv_0.json", topics_file())
    write_json(folder, "facts/facts_conv_0.json", facts_file())
    write_json(folder, "hypergraphs/hypergraph_conv_0.json", hypergraph())
    tokens = {
        "conv_id": "0",
        "topic_extraction": counts(5),
        "fact_extraction": counts(4),
        "response_generation": counts(1),
        "total": counts(10),
    }
    write_json(folder, "token_stats/token_stats_conv_0.json", tokens)
    write_json(folder, "token_stats/summary.json", {"experiment_name": "tiny"})
    for name, rows in results().items():
        write_json(folder, f"{name}.json", {"locomo_exp_user_0": rows})
    _write_vectors(folder)
    return folder


def _write_vectors(folder: Path) -> None:
    data = hypergraph()
    found = propagated()
    kinds = {"fact": "facts", "episode": "episodes", "topic": "topics"}
    index = [
        {"type": kind, "id": name, "field": "combined", "embedding": found[name], "data": item}
        for kind, section in kinds.items()
        for name, item in data[section].items()
    ]
    edges = {
        f"{kind}_hyperedge": {e["id"]: {"embedding": edge_vector(e), "data": e} for e in one}
        for kind, one in (("fact", FACT_EDGES), ("episode", TOPIC_EDGES))
    }
    about = {"alpha": 0.5, "aggregate_type": "sum"}
    (folder / "vectors").mkdir(exist_ok=True)
    names = (
        "hypergraph_embedding_index_conv_0.pkl",
        "hypergraph_embedding_index_enhanced_conv_0.pkl",
    )
    for name, value in zip(
        names, (index, {"nodes": {}, "hyperedges": edges, "metadata": about}), strict=True
    ):
        (folder / "vectors" / name).write_bytes(pickle.dumps(value, 4))
