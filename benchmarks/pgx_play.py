"""Random Connect Four in pgx: whole games of a batch in one compiled loop.

It stands alone, so that it also runs on a GPU machine without this project.
"""

import json
import sys
import time

import jax
import jax.numpy as jnp
import pgx

LONGEST = 42


def measure(batch: int, repeats: int) -> float:
    """Moves a second of random games, a batch at a time."""
    env = pgx.make("connect_four")
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


if __name__ == "__main__":
    batches = [int(word) for word in sys.argv[1:]] or [1024]
    rates = {str(batch): measure(batch, 10) for batch in batches}
    print(json.dumps({"device": jax.devices()[0].device_kind, "moves_per_second": rates}))
