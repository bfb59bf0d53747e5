"""``python -m verify``: see ``verify.cli``."""

from verify.cli import main

if __name__ == "__main__":
    main()
