// Steps of a move, picked by what they are; their fields are known then.

/** Those of some kinds. */
export function stepsOf<S extends { step: string }, K extends S["step"]>(
  steps: readonly S[] | undefined,
  ...kinds: K[]
): Extract<S, { step: K }>[] {
  const wanted = (one: S): one is Extract<S, { step: K }> =>
    kinds.some((kind) => kind === one.step);
  return steps?.filter(wanted) ?? [];
}
