#!/bin/sh
# Prints the path of a Python that has the product's packages, making .venv first where needed.
# VERIFY_PYTHON=/path/to/python uses that one as it is; PYTHON=/path makes .venv with that one.
set -eu
if [ -n "${VERIFY_PYTHON:-}" ]; then
    echo "$VERIFY_PYTHON"
    exit 0
fi
here=$(cd "$(dirname "$0")" && pwd)
suits='import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))'
for candidate in ${PYTHON:+"$PYTHON"} python3 python3.11 python3.12 python3.13 python3.14 python; do
    if "$candidate" -c "$suits" >/dev/null 2>&1 </dev/null; then
        exec "$candidate" "$here/environment.py"
    fi
done
echo "no Python 3.11 or newer with venv on PATH (Debian: apt-get install python3-venv)" >&2
exit 5
