"""What is counted, for Prometheus.

Whoever reads figures may sit at a table. So nothing is counted when somebody acts at a table, only
when what came of it is told to everybody: an answer that waits unseen must not show here.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

EVENTS = Counter("orrery_events", "Events committed by this server.", registry=REGISTRY)
TABLES = Gauge("orrery_live_tables", "Tables in memory.", registry=REGISTRY)
SOCKETS = Gauge("orrery_sockets", "Open WebSockets.", registry=REGISTRY)
ERRORS = Counter(
    "orrery_errors", "Errors answered, by code; not at tables.", ["code"], registry=REGISTRY
)
COMMIT_SECONDS = Histogram(
    "orrery_commit_seconds",
    "From writing events to their commit.",
    buckets=_FAST,
    registry=REGISTRY,
)
REQUESTS = Histogram(
    "orrery_request_seconds",
    "HTTP requests, by route and status; without those that act at a table.",
    ["method", "route", "status"],
    buckets=_FAST,
    registry=REGISTRY,
)
LAG_SECONDS = Histogram(
    "orrery_loop_lag_seconds",
    "How much later than asked for the loop came round, looked at a few times a second.",
    buckets=_FAST,
    registry=REGISTRY,
)
BOT_SECONDS = Histogram(
    "orrery_bot_seconds",
    "How long bots thought in their own turns.",
    buckets=_FAST,
    registry=REGISTRY,
)


_AT_A_TABLE = "/api/tables/{table_id}"


def is_action(method: str, route: str) -> bool:
    """Whether a request acts at a table, so that others might learn something from its figures."""
    return method not in ("GET", "HEAD") and route.startswith(_AT_A_TABLE)


def page() -> bytes:
    """All figures as text."""
    return generate_latest(REGISTRY)
