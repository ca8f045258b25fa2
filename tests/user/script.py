import orrery

match = orrery.new("cubulus", players=2, seed=7)
rivals: list[orrery.Bot] = [orrery.bot("random", seed=1), orrery.bot("greedy", seed=2)]
while not match.over:
    match.play(rivals[match.turn].choose(match))
if match.result is not None:
    print(match.result.winner, match.record().verify(match.game))
tally = orrery.simulate("cubulus", games=50, seed=3, workers=2)
shares = [wins / tally.games for wins in tally.wins]
print(shares, tally.mean_decisions)
