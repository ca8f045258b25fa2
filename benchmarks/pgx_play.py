"""Random games in pgx, a batch in one compiled loop: `pgx_play.py GAME BATCH ...`.

Connect Four plays whole games; a longer game plays so many steps of games that begin anew when
they end, so that every step counts. It stands alone, so that it also runs on a GPU machine
without this project.
"""

import json
import sys
import time

import jax
import jax.numpy as jnp
import pgx

LONGEST = 42
STEPS = 200


def measure(game: str, batch: int, repeats: int) -> float:
    """Moves a second of random games, a batch at a time."""
    if game != "connect_four":
        return measure_steps(game, batch, repeats)
    env = pgx.make(game)
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def play(key):  # type: ignore[no-untyped-def]
        key, sub = jax.random.split(key)
        state = init(jax.random.split(sub, batch))

        def turn(_, carry):  # type: ignore[no-untyped-def]
            state, key, moves = carry
            key, sub = jax.random.split(key)
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            action = jax.random.categorical(sub, logits, axis=-1)
            moves += (~(state.terminated | state.truncated)).sum()
            return step(state, action), key, moves

        _, _, moves = jax.lax.fori_loop(0, LONGEST, turn, (state, key, jnp.int32(0)))
        return moves

    compiled = jax.jit(play)
    compiled(jax.random.PRNGKey(0)).block_until_ready()
    began = time.perf_counter()
    total = 0
    for seed in range(1, repeats + 1):
        total += int(compiled(jax.random.PRNGKey(seed)))
    return total / (time.perf_counter() - began)


def measure_steps(game: str, batch: int, repeats: int) -> float:
    """Steps a second of random games that begin anew when they end; dice are drawn by keys."""
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(game)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def play(state, key):  # type: ignore[no-untyped-def]
        def turn(_, carry):  # type: ignore[no-untyped-def]
            state, key = carry
            key, sub, dice = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            action = jax.random.categorical(sub, logits, axis=-1)
            return step(state, action, jax.random.split(dice, batch)), key

        return jax.lax.fori_loop(0, STEPS, turn, (state, key))

    compiled = jax.jit(play)
    state, key = compiled(
        init(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)
    )
    jax.block_until_ready(state)
    began = time.perf_counter()
    for _ in range(repeats):
        state, key = compiled(state, key)
    jax.block_until_ready(state)
    return repeats * STEPS * batch / (time.perf_counter() - began)


if __name__ == "__main__":
    game, *words = sys.argv[1:]
    batches = [int(word) for word in words] or [1024]
    rates = {str(batch): measure(game, batch, 10) for batch in batches}
    print(json.dumps({"device": jax.devices()[0].device_kind, "moves_per_second": rates}))
