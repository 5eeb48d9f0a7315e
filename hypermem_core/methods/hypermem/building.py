"""Building: one build of HyperMem or HingeMem under way."""

from __future__ import annotations

from dataclasses import dataclass

from hypermem_core.methods.steps import Steps
from hypermem_core.settings import BuildSettings


@dataclass(frozen=True, slots=True)
class Building(Steps):
    """The steps of a build that is cut into episodes or segments as the settings say."""

    settings: BuildSettings
