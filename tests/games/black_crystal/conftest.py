"""Four windows on a busy machine take their time."""

from playwright.sync_api import expect

expect.set_options(timeout=20_000)
