"""`python -m hypermem_core`: inspect, build, ask, evaluate, settings.

Exit codes: 0 done, 1 a problem that is explained, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from hypermem_core.cli.arguments import parser
from hypermem_core.cli.commands import COMMANDS
from hypermem_core.cli.progress import listener
from hypermem_core.cli.wording import shown
from hypermem_core.errors import DataError, HyperMemError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    args = parser().parse_args(argv)
    as_json, code = getattr(args, "json", False), 0
    try:
        output = COMMANDS[args.command](args, listener(sys.stderr))
        code = output.code
        _say(_json(output.data) if as_json else shown(output.text))
    except HyperMemError as error:
        return _explain(error, as_json)
    except KeyboardInterrupt:
        print("Interrupted; run the same command again to go on.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader (`| head`) has seen enough; say nothing at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:  # a full disk, a results folder that is a file or not ours to write
        said = f"{error.filename or 'A file'}: {error.strerror or error}."
        return _explain(
            DataError(said, "Choose a folder you can write to with --results."), as_json
        )
    return code


def _explain(error: HyperMemError, as_json: bool) -> int:
    if as_json:
        problem = {"kind": type(error).__name__, "message": error.message, "hint": error.hint}
        _say(_json({"error": problem}))
    print(shown(str(error)), file=sys.stderr)
    return 1


def _json(data: dict[str, Any]) -> str:
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    return json.dumps(data, ensure_ascii=not utf8)


def _say(text: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"  # a console may know no emoji: then `?` stands there
    print(text.encode(encoding, "replace").decode(encoding), flush=True)


if __name__ == "__main__":
    sys.exit(main())
