"""Records -> verification.md, results.json, errata.md, figures and JUnit XML."""

from verify.report.junit import write_junit
from verify.report.write import write_report

__all__ = ["write_junit", "write_report"]
