"""What has to hold: `python -m tests` asks all of it."""
