"""Work is counted in seconds, by address: whoever has had much waits, and nobody else."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from orrery.server import costs
from orrery.server.costs import Budget, Costs, Meter, Metered, elsewhere, note_cost
from orrery.server.errors import TooFast

from .conftest import MakeClient
from .guests import Guest


def run(what: Callable[[], Awaitable[Any]]) -> Any:
    async def act() -> Any:
        return await what()

    return asyncio.run(act())


def test_only_what_was_worked_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    async def others() -> None:
        now[0] += 7.0

    async def ask() -> str:
        now[0] += 0.25
        await asyncio.ensure_future(others())
        note_cost(0.5)
        now[0] += 0.125
        return "done"

    costs_ = Costs(1.0, 5.0, 4)

    async def act() -> tuple[str, float]:
        async with costs_.counted("a") as meter:
            return await Metered(ask(), meter), meter.seconds

    said, seconds = run(act)
    assert said == "done"
    assert seconds == 0.875
    assert costs_.budget.left("a") < 5.0 - 0.4
    assert costs_.budget.left("b") == 5.0


def test_what_goes_wrong_inside_is_heard_outside_and_the_other_way() -> None:
    heard: list[str] = []

    async def fail() -> None:
        await asyncio.sleep(0)
        raise KeyError("inside")

    async def wait() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            heard.append("cancelled")
            raise

    async def act() -> None:
        with pytest.raises(KeyError, match="inside"):
            await Metered(fail(), Meter())
        task = asyncio.ensure_future(Metered(wait(), Meter()).run())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await Metered(asyncio.sleep(60), Meter())

    run(act)
    assert heard == ["cancelled"]


def test_a_debt_is_refused_and_paid_by_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    budget = Budget(share=0.5, store=2.0)
    budget.spend("a", 3.0)
    budget.check("b")
    with pytest.raises(TooFast, match="wait 2 seconds") as refused:
        budget.check("b", "a")
    assert refused.value.detail == {"seconds": 2.0}
    now[0] += 1.0
    assert budget.wait("a") == pytest.approx(1.0)
    now[0] += 1.0
    budget.check("a")
    now[0] += 100.0
    assert budget.left("a") == 2.0  # nobody saves up more than the store holds


def test_of_one_address_only_so_much_is_worked_at_together() -> None:
    shared = Costs(1e3, 1e3, 2)
    at_work: dict[str, int] = {"a": 0, "b": 0}
    most = {"a": 0, "b": 0}

    async def ask(who: str) -> None:
        async with shared.counted(who):
            at_work[who] += 1
            most[who] = max(most[who], at_work[who])
            await asyncio.sleep(0.01)
            at_work[who] -= 1

    async def act() -> None:
        await asyncio.gather(*(ask("a") for _ in range(20)), *(ask("b") for _ in range(2)))

    run(act)
    assert most == {"a": 2, "b": 2}
    assert not shared._places


def test_whoever_waits_for_something_elsewhere_lets_others_go_on() -> None:
    shared = Costs(1e3, 1e3, 1)
    told: list[str] = []

    async def slow() -> None:
        async with shared.counted("a"):
            async with elsewhere(), elsewhere():  # the inner one has nothing to give back
                told.append("away")
                await asyncio.sleep(0.05)
            told.append("back")

    async def quick() -> None:
        await asyncio.sleep(0.01)
        async with shared.counted("a"):
            told.append("quick")

    async def act() -> None:
        await asyncio.gather(slow(), quick())

    run(act)
    assert told == ["away", "quick", "back"]


def test_who_asks_for_too_much_at_once_is_refused_but_a_socket_waits() -> None:
    shared = Costs(1e3, 1e3, 1)

    async def ask(patient: bool) -> None:
        async with shared.counted("a", patient):
            await asyncio.sleep(0)

    async def act() -> list[BaseException | None]:
        many = [ask(patient=False) for _ in range(costs.MOST_WAITING + 3)]
        return await asyncio.gather(*many, ask(patient=True), return_exceptions=True)

    *impatient, patient = run(act)
    assert sum(isinstance(one, TooFast) for one in impatient) == 2
    assert patient is None


def test_an_address_in_debt_is_told_how_long_to_wait(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"), loop_share=0.01, loop_seconds=0.02)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    ann = Guest(client, "Ann")
    hall.costs.budget.spend("testclient", 1.0)
    refused = client.get("/api/me", headers=ann.headers)
    assert refused.status_code == 429
    error = refused.json()["error"]
    assert error["code"] == "TooFast"
    assert error["detail"]["seconds"] > 50
    assert int(refused.headers["retry-after"]) > 50
    assert client.get("/health").status_code == 200  # whoever looks after the server still may
    hall.costs.budget.spend("testclient", -10.0)
    assert client.get("/api/me", headers=ann.headers).status_code == 200


def test_a_socket_in_debt_waits_and_loses_nothing(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"))
    hall = client.app.state.hall  # type: ignore[attr-defined]
    ann = Guest(client, "Ann")
    table = ann.make("pig", "me me")
    with ann.socket(table, "show=0") as line:
        hall.costs.budget.share = 0.5
        hall.costs.budget.spend("testclient", hall.costs.budget.store + 0.1)
        assert hall.costs.budget.wait("testclient") > 0
        answer = line.ask("play", n=line.first["n"], seat=0, move="roll")
        assert answer["answer"]["n"] > line.first["n"]
        assert hall.costs.budget.wait("testclient") < 0.1  # it was paid before
