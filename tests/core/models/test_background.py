import numpy as np

from hypermem_core.models.background import Background


def test_two_backgrounds_of_the_same_episodes_are_told_apart() -> None:
    def embed(texts):
        return np.zeros((len(texts), 2), np.float32)

    one, other = Background((), embed), Background((), embed)
    assert one == one and one != other and len({one, other}) == 2
