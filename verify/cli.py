"""The command line: parses, calls, prints. Exit codes are those of the table in the README.

Every error of the user is one line on standard error and exit code 2; a traceback is a defect.
Heavy imports happen inside the commands, so ``--help`` answers at once.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from verify.commands.options import integer
from verify.exits import Exit

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False,
                  help="Decides the statements of two papers on in-context learning with linear attention.")

MAX_JOBS = 512
MAX_ANSWER_DIGITS = 1_000_000
TARGETS = "linear, relu:WIDTH, relu-deep:DEPTH, poly:c1,c3,... or even"

Ids = Annotated[list[str], typer.Argument(metavar="ID|PATH...", help="ids of `list`, or claim files")]
Json = Annotated[bool, typer.Option("--json", help="print JSON")]
Profile = Annotated[str, typer.Option("--profile", help="quick or full")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", parser=integer("seed", 0, 2**63 - 1),
                                   help="root seed of all simulation")]
Jobs = Annotated[int | None, typer.Option("--jobs", metavar="N", parser=integer("jobs", 1, MAX_JOBS),
                                          help="worker processes, default one per core")]
Device = Annotated[str, typer.Option("--device", help="auto, cpu or cuda")]
Sigma = Annotated[str | None, typer.Option("--sigma", metavar="M", help="population covariance, default I")]
Size = Annotated[str, typer.Option("-n", "--n", help="context length")]
Dimension = Annotated[str, typer.Option("-d", "--d", help="dimension")]
Loops = Annotated[str, typer.Option("-L", "--L", help="number of loops")]


@app.command("all")
def all_command(
    profile: Profile = "quick",
    jobs: Jobs = None,
    seed: Seed = 0,
    device: Device = "auto",
    out: Annotated[Path, typer.Option("--out", help="folder of the report")] = Path("reports"),
    junit: Annotated[Path | None, typer.Option("--junit", help="also write JUnit XML here")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="exit 3 if a verdict is UNDECIDED")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="continue a run that was stopped")] = False,
) -> None:
    """Decide every statement and write the report."""
    from verify.commands.everything import run_all

    raise typer.Exit(run_all(profile, jobs or os.cpu_count() or 1, seed, device, out, junit, strict, resume))


@app.command()
def check(
    ids: Ids,
    changes: Annotated[list[str] | None, typer.Option("--with", metavar="NAME=VALUE",
                                                      help="alter a named constant")] = None,
    at: Annotated[list[str] | None, typer.Option("--at", metavar="NAME=VALUE[,...]",
                                                 help="evaluate one point")] = None,
    as_json: Json = False,
    profile: Profile = "quick",
    seed: Seed = 0,
    device: Device = "auto",
) -> None:
    """Decide some statements, alter their constants, or evaluate them at one point."""
    from verify.commands.single import run_check

    raise typer.Exit(run_check(ids, changes or [], at or [], as_json, profile, seed, device))


@app.command("list")
def list_command(as_json: Json = False) -> None:
    """List all statements with their constants and parameters."""
    from verify.commands.catalogue import run_list

    raise typer.Exit(run_list(as_json))


@app.command()
def show(claim_id: Annotated[str, typer.Argument(metavar="ID")]) -> None:
    """Show one statement as printed and as the machine reads it."""
    from verify.commands.catalogue import run_show

    raise typer.Exit(run_show(claim_id))


@app.command()
def expect(
    expression: Annotated[str, typer.Argument(metavar="EXPRESSION")],
    size: Annotated[str | None, typer.Option("-n", "--n", help="context length, default symbolic")] = None,
    sigma: Sigma = None,
    matrices: Annotated[list[str] | None, typer.Option("-D", metavar="NAME=MATRIX",
                                                       help="a fixed matrix of the expression")] = None,
    as_json: Json = False,
) -> None:
    """Exact expectation over Gaussian data, e.g. expect "tr(S A S A')" --n 3 -D A=[[1,0],[0,2]]."""
    from verify.commands.calculators import run_expect

    raise typer.Exit(run_expect(expression, size, sigma, matrices or [], as_json))


@app.command()
def loss(
    n: Size, loops: Loops, preconditioner: Annotated[str, typer.Option("--A", metavar="M",
                                                             help="[[a,b],[c,d]] or diag(v:m,...)")],
    sigma: Sigma = None,
    u: Annotated[str | None, typer.Option("--u", metavar="V", help="vector u of P, default 0")] = None,
    formula: Annotated[str, typer.Option("--formula", help="model, or printed (Corollary A.4)")] = "model",
    gradient: Annotated[bool, typer.Option("--gradient", help="also the gradient in A")] = False,
    as_json: Json = False,
) -> None:
    """Exact population loss of the looped transformer."""
    from verify.commands.calculators import run_loss

    raise typer.Exit(run_loss(loops, n, preconditioner, sigma, u, formula, gradient, as_json))


@app.command()
def optimum(
    loops: Loops, n: Size, d: Dimension,
    among: Annotated[str, typer.Option("--among", help="symmetric, or all where d = 2")] = "symmetric",
    digits: Annotated[int, typer.Option("--digits", metavar="N", parser=integer("digits", 1, 1000),
                                        help="digits of the enclosure")] = 30,
    as_json: Json = False,
) -> None:
    """The minimiser of the population loss among symmetric A, or the best known among all real A."""
    from verify.commands.calculators import run_optimum

    raise typer.Exit(run_optimum(loops, n, d, among, digits, as_json))


@app.command()
def eta(
    n: Size, d: Dimension,
    sigma2: Annotated[str, typer.Option("--sigma2", help="noise variance")] = "0",
    target: Annotated[str, typer.Option("--target", help=TARGETS)] = "linear",
    as_json: Json = False,
) -> None:
    """Step size and minimal loss of the optimal one-layer learner."""
    from verify.commands.calculators import run_eta

    raise typer.Exit(run_eta(n, d, sigma2, target, as_json))


@app.command()
def flow(
    loops: Loops, n: Size, d: Dimension,
    start: Annotated[str, typer.Option("--A0", metavar="M", help="initial matrix")],
    time: Annotated[str, typer.Option("--t", help="time")],
    as_json: Json = False,
) -> None:
    """Gradient flow of the population loss from A0 to time t, with Sigma* = I."""
    from verify.commands.calculators import run_flow

    raise typer.Exit(run_flow(loops, n, d, start, time, as_json))


@app.command()
def experiments(
    figure: Annotated[str, typer.Argument(metavar="[fig1|fig2|fig3|all]")] = "all",
    profile: Annotated[str, typer.Option("--profile", help="quick, full or published")] = "quick",
    seed: Seed = 0,
    device: Device = "auto",
    out: Annotated[Path, typer.Option("--out", help="folder of the report")] = Path("reports"),
    resume: Annotated[bool, typer.Option("--resume", help="continue a run that was stopped")] = False,
) -> None:
    """Reproduce section 5 of the looped paper; `all` reads what this stores."""
    from verify.commands.experiments import run_experiments

    raise typer.Exit(run_experiments(figure, profile, seed, device, out, resume))


@app.command()
def recheck(folder: Annotated[Path, typer.Argument(metavar="[DIR]")] = Path("reports/certificates")) -> None:
    """Re-check certificates with the standard library alone."""
    if not folder.is_dir():
        raise ValueError(f"got {str(folder)!r}, allowed a folder of certificates, as `all` writes it")
    from verify.recheck import main as recheck_main

    raise typer.Exit(recheck_main([str(folder)]))  # type: ignore[no-untyped-call]


@app.command()
def mutate(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID...]", help="all if none is given")] = None,
    jobs: Jobs = None,
    out: Annotated[Path | None, typer.Option("--out", help="folder for mutation.json, all trials")] = None,
    as_json: Json = False,
) -> None:
    """Measure the verifier: false statements that must fail, true controls that must pass."""
    from verify.commands.mutation import run_mutate

    raise typer.Exit(run_mutate(ids or [], jobs or os.cpu_count() or 1, out, as_json))


@app.command()
def sharpen(
    claim_id: Annotated[str, typer.Argument(metavar="ID")],
    name: Annotated[str, typer.Argument(metavar="NAME")],
    as_json: Json = False,
) -> None:
    """Bisect a named constant between passing and failing."""
    from verify.commands.sharpen import run_sharpen

    raise typer.Exit(run_sharpen(claim_id, name, as_json))


@app.command()
def diff(old: Annotated[Path, typer.Argument(metavar="OLD.json")],
         new: Annotated[Path, typer.Argument(metavar="NEW.json")]) -> None:
    """Verdicts that differ between two results files."""
    from verify.commands.catalogue import run_diff

    raise typer.Exit(run_diff(old, new))


@app.command("new")
def new_command(claim_id: Annotated[str, typer.Argument(metavar="ID")]) -> None:
    """Write a template of a claim file."""
    from verify.commands.catalogue import run_new

    raise typer.Exit(run_new(claim_id))


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    # the inputs have bounds of their own, and exact answers may be long
    sys.set_int_max_str_digits(MAX_ANSWER_DIGITS)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name that the terminal cannot show is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    # click.ClickException under whichever name this typer carries it
    usage_error: type[Exception] = typer.BadParameter.__mro__[2]
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where a shell ignores it
        signal.signal(signal.SIGINT, _interrupt())
    try:
        code = _called(arguments)
        if code == Exit.INTERRUPTED:  # how newer versions of typer tell it
            raise KeyboardInterrupt
        sys.exit(code if isinstance(code, int) else Exit.AS_EXPECTED)
    except usage_error as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            sys.exit(Exit.USAGE)
        # the parsers of `integer` name what they refuse themselves
        _fail(getattr(error, "message", "") if "got " in str(error) else error.format_message())  # type: ignore[attr-defined]
    except (KeyboardInterrupt, typer.Abort):
        typer.echo(f"interrupted{_kept(arguments or sys.argv[1:])}", err=True)
        sys.exit(Exit.INTERRUPTED)
    except (ValueError, KeyError, OSError) as error:
        if os.environ.get("VERIFY_DEBUG"):
            raise
        if isinstance(error, OSError) and error.filename is not None:
            _fail(f"got {str(error.filename)!r} ({error.strerror}), allowed a file that can be used so")
        _fail(str(error) or type(error).__name__)
    except Exception as error:
        if os.environ.get("VERIFY_DEBUG"):
            raise
        typer.echo(f"internal error: {type(error).__name__}: {' '.join(str(error).split())[:300]} "
                   "(VERIFY_DEBUG=1 shows where)", err=True)
        sys.exit(Exit.INTERNAL)


def _called(arguments: list[str] | None) -> object:
    try:
        return app(arguments, prog_name="python -m verify", standalone_mode=False)
    except SystemExit as end:  # typer's own: nobody reads the help to its end
        return Exit.AS_EXPECTED if end.code == 1 else end.code


def _interrupt() -> Callable[[int, FrameType | None], None]:
    """Ctrl-C once stops in order; what comes with it is ignored, and a second later it ends at once."""
    since: list[float] = []

    def handler(number: int, frame: FrameType | None) -> None:
        since.append(time.monotonic())
        if len(since) == 1:
            raise KeyboardInterrupt
        if since[-1] - since[0] > 1:
            os._exit(Exit.INTERRUPTED)
    return handler


def _kept(arguments: list[str]) -> str:
    stores = bool(arguments) and arguments[0] in ("all", "experiments")
    return "; what had finished is stored, --resume continues" if stores else ""


def _fail(message: str) -> None:
    text = " ".join(message.split())
    typer.echo("error: " + (text if len(text) <= 600 else f"{text[:400]} ... {text[-150:]}"), err=True)
    sys.exit(Exit.USAGE)
