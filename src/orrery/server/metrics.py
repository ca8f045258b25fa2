"""What is counted, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

EVENTS = Counter("orrery_events", "Events committed by this server.", registry=REGISTRY)
TABLES = Gauge("orrery_live_tables", "Tables in memory.", registry=REGISTRY)
SOCKETS = Gauge("orrery_sockets", "Open WebSockets.", registry=REGISTRY)
MESSAGES = Counter(
    "orrery_messages", "Messages from WebSockets, by what they ask.", ["do"], registry=REGISTRY
)
ERRORS = Counter("orrery_errors", "Errors answered, by code.", ["code"], registry=REGISTRY)
REQUESTS = Histogram(
    "orrery_request_seconds",
    "HTTP requests, by route and status.",
    ["method", "route", "status"],
    buckets=_FAST,
    registry=REGISTRY,
)
BOT_SECONDS = Histogram(
    "orrery_bot_seconds", "How long bots thought.", buckets=_FAST, registry=REGISTRY
)


def page() -> bytes:
    """All figures as text."""
    return generate_latest(REGISTRY)
