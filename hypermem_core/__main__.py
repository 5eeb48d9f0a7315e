"""`python -m hypermem_core`: inspect, build, ask, evaluate, settings.

Exit codes: 0 done, 1 a problem that is explained, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

from hypermem_core.cli.arguments import parser
from hypermem_core.cli.commands import COMMANDS
from hypermem_core.cli.progress import listener
from hypermem_core.errors import HyperMemError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    args = parser().parse_args(argv)
    as_json = getattr(args, "json", False)
    try:
        output = COMMANDS[args.command](args, listener(sys.stderr))
        data = json.dumps(output.data, ensure_ascii=False)
        print(data if as_json else output.text, flush=True)
    except HyperMemError as error:
        if as_json:
            problem = {"kind": type(error).__name__, "message": error.message, "hint": error.hint}
            print(json.dumps({"error": problem}, ensure_ascii=False))
        print(f"{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted; run the same command again to go on.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader (`| head`) has seen enough; say nothing at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
