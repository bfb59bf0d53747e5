"""``python -m verify``: see ``verify.cli``."""

import sys

if __name__ == "__main__":
    try:
        from verify.cli import main
    except KeyboardInterrupt:  # Ctrl-C during the imports
        sys.exit(130)
    main()
