// The client: the same load on either server, whole random games of Connect Four.
//
// node load.js '{"server": "orrery" | "boardgame.io", "url": ..., "pids": [...], "tables": ...,
//                "seconds": ..., "warm": ..., "pace": ..., "modes": ["paced", "fast", "games"]}'
// prints one line of JSON.
//
// A move is done when both players' sockets have brought it. Its latency begins when it is due (in
// paced games by the clock, also if it could only be sent later) and ends when the one who did not
// make it has it. Every position told is compared with the client's own board.
"use strict";

const fs = require("node:fs");
const { performance } = require("node:perf_hooks");
const { io } = require("socket.io-client");
const WebSocket = require("ws");
const { COLUMNS, ROWS, CELLS, landing, makesFour } = require("./connect_four");

const PATIENCE = 30_000;
const AT_ONCE = 16;
const TICKS = 100; // a second, in /proc

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function ask(url, body, headers = {}) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

/** A promise that fails when it takes too long. */
function within(promise, what) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${what}: nothing in ${PATIENCE} ms`)), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// The two servers

class Orrery {
  constructor(url) {
    this.url = url;
    this.guests = [];
    this.promises = [];
  }

  async prepare(tables) {
    await inTurns(2 * tables, async (k) => {
      const { token, promise } = await ask(`${this.url}/api/guests`, { bearer: true });
      this.guests[k] = { authorization: `Bearer ${token}` };
      this.promises[k] = promise;
    });
  }

  async open(table) {
    const pair = 2 * (table.number % (this.guests.length / 2));
    const [first, second] = this.guests.slice(pair, pair + 2);
    const seats = [{ kind: "me" }, { kind: "open" }];
    const wanted = { game: "connect_four", seats, promise: this.promises[pair] };
    const { id, promise, commitment } = await ask(`${this.url}/api/tables`, wanted, first);
    if (commitment !== this.promises[pair]) {
      await ask(`${this.url}/api/tables/${id}/seats`, {}, first); // another process had promised
    }
    this.promises[pair] = promise;
    await ask(`${this.url}/api/tables/${id}/seats/1`, {}, second);
    await Promise.all([this.enter(table, id, 0, first), this.enter(table, id, 1, second)]);
  }

  enter(table, id, seat, headers) {
    const address = `${this.url.replace("http", "ws")}/api/tables/${id}/live?show=${seat}&brief=1&changes=1`;
    const socket = new WebSocket(address, { headers, perMessageDeflate: false });
    let n = -1;
    let asked = 0;
    let known = {};
    table.players[seat] = {
      play: (column) => {
        asked += 1;
        const move = { do: "play", id: asked, n, seat, move: String(column) };
        socket.send(JSON.stringify(move));
      },
      close: () => new Promise((done) => {
        if (socket.readyState === WebSocket.CLOSED) done();
        socket.once("close", done);
        socket.close();
      }),
    };
    const entered = new Promise((done, fail) => {
      socket.on("message", (data) => {
        const frame = JSON.parse(data.toString());
        if (frame.is === "error") {
          table.wrong(`error frame ${JSON.stringify(frame).slice(0, 200)}`);
        } else if (frame.now ?? frame.changed) {
          n = frame.n;
          known = { ...known, ...(frame.now ?? frame.changed) };
          const { turn, ply, legal } = known;
          const over = turn === "over";
          table.heard(seat, ply, over, over ? null : turn, legal && legal.map(Number));
          done();
        }
      });
      socket.on("error", (error) => {
        fail(error);
        table.wrong(`socket: ${error.message}`);
      });
      socket.on("close", (code) => {
        fail(new Error(`closed with ${code}`));
        if (!table.closing) table.wrong(`socket closed with ${code}`);
      });
    });
    return within(entered, "a socket");
  }
}

class BoardgameIo {
  constructor(url) {
    this.url = url;
  }

  async prepare() {}

  async open(table) {
    const matches = `${this.url}/games/connect-four`;
    const { matchID } = await ask(`${matches}/create`, { numPlayers: 2 });
    const keys = [];
    for (const playerID of ["0", "1"]) {
      const player = { playerID, playerName: `player ${playerID}` };
      const joined = await ask(`${matches}/${matchID}/join`, player);
      keys.push(joined.playerCredentials);
    }
    await Promise.all(keys.map((key, seat) => this.enter(table, matchID, seat, key)));
  }

  enter(table, matchID, seat, credentials) {
    const socket = io(`${this.url}/connect-four`, {
      transports: ["websocket"],
      forceNew: true,
      multiplex: false,
      reconnection: false,
      perMessageDeflate: false,
    });
    const playerID = String(seat);
    let stateID = -1;
    table.players[seat] = {
      play: (column) => {
        const payload = { type: "drop", args: [column], playerID, credentials };
        socket.emit("update", { type: "MAKE_MOVE", payload }, stateID, matchID, playerID);
      },
      close: () => new Promise((done) => {
        if (!socket.connected) done();
        socket.once("disconnect", done);
        socket.disconnect();
      }),
    };
    const take = (id, state) => {
      if (id !== matchID || state._stateID <= stateID) return;
      stateID = state._stateID;
      const { G, ctx } = state;
      const over = ctx.gameover !== undefined;
      const free = [...Array(COLUMNS).keys()].filter((k) => G.cells[(k + 1) * ROWS - 1] === null);
      const turn = over ? null : Number(ctx.currentPlayer);
      table.heard(seat, G.plies, over, turn, turn === seat ? free : null);
    };
    const entered = new Promise((done, fail) => {
      socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, 2));
      socket.on("sync", (id, info) => {
        take(id, info.state);
        done();
      });
      socket.on("update", take);
      socket.on("connect_error", (error) => {
        fail(error);
        table.wrong(`socket: ${error.message}`);
      });
      socket.on("disconnect", (reason) => {
        fail(new Error(`closed: ${reason}`));
        if (!table.closing) table.wrong(`socket closed: ${reason}`);
      });
    });
    return within(entered, "a socket");
  }
}

// Tables

class Table {
  constructor(load, number) {
    this.load = load;
    this.number = number;
    this.players = [null, null];
    this.cells = Array(CELLS).fill(null);
    this.sent = [0];
    this.ends = [false];
    this.heardBy = [0];
    this.closing = false;
    this.over = false;
    this.due = 0;
    this.onOver = () => {};
  }

  get plies() {
    return this.sent.length - 1;
  }

  get settled() {
    return this.heardBy[this.plies] === 2;
  }

  wrong(what) {
    this.load.wrong(`table ${this.number}: ${what}`);
  }

  /** A player is told how things stand. */
  heard(seat, ply, over, turn, legal) {
    const now = performance.now();
    if (ply > this.plies) {
      this.wrong(`ply ${ply} was never played`);
      return;
    }
    if (over !== this.ends[ply] || (!over && turn !== ply % 2)) {
      this.wrong(`ply ${ply}: over ${over}, turn ${turn}`);
    }
    this.heardBy[ply] += 1;
    if (ply > 0) {
      if ((ply - 1) % 2 !== seat) this.load.reached(now - this.sent[ply]);
      if (this.heardBy[ply] === 2) this.load.done();
    }
    if (over && this.heardBy[ply] === 2) {
      this.over = true;
      this.onOver(this);
    } else if (!over && turn === seat) {
      this.check(ply, legal);
      if (ply > 0 && this.load.going) this.load.due(this); // the first move is made when both are in
    }
  }

  check(ply, legal) {
    const free = [...Array(COLUMNS).keys()].filter((k) => landing(this.cells, k) >= 0);
    if (!legal || legal.join() !== free.join()) {
      this.wrong(`ply ${ply}: legal ${legal}, not ${free}`);
    }
  }

  /** The player whose turn it is drops a stone somewhere; it was due a moment ago, perhaps. */
  move(due = performance.now()) {
    if (this.closing || this.over || !this.load.going) return;
    const seat = this.plies % 2;
    const free = [...Array(COLUMNS).keys()].filter((k) => landing(this.cells, k) >= 0);
    const column = free[Math.floor(this.load.random() * free.length)];
    const cell = landing(this.cells, column);
    this.cells[cell] = seat;
    const ply = this.plies + 1;
    this.ends.push(makesFour(this.cells, cell) || ply === CELLS);
    this.heardBy.push(0);
    this.sent.push(due);
    this.players[seat].play(column);
  }

  async close() {
    this.closing = true;
    const all = this.players.filter((player) => player !== null).map((player) => player.close());
    await within(Promise.all(all), "closing").catch((error) => this.wrong(error.message));
  }
}

/** Do something n times, a few at once. */
async function inTurns(n, work) {
  let next = 0;
  const worker = async () => {
    while (next < n) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, n) }, worker));
}

/** Numbers from 0 to 1, the same in every run. */
function randomFrom(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x9e3779b9) >>> 0;
    let t = a ^ (a >>> 16);
    t = Math.imul(t, 0x21f0aaad);
    t ^= t >>> 15;
    t = Math.imul(t, 0x735a2d97);
    return ((t ^ (t >>> 15)) >>> 0) / 2 ** 32;
  };
}

// What processes use

function statOf(pid) {
  const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

/** Seconds of processor time of processes and their living children. */
function processorTime(pids) {
  const wanted = new Set(pids);
  let ticks = 0;
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const { parent, ticks: own } = statOf(name);
      if (wanted.has(Number(name)) || wanted.has(parent)) ticks += own;
    } catch {
      continue; // it has just ended
    }
  }
  return ticks / TICKS;
}

/** Resident memory of a process, in kB. */
function resident(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
}

// Phases

class Load {
  constructor(given) {
    this.given = given;
    this.server = given.server === "orrery" ? new Orrery(given.url) : new BoardgameIo(given.url);
    this.random = randomFrom(1);
    this.errors = 0;
    this.said = [];
    this.opened = 0;
    this.going = false;
    this.due = (table) => table.move();
    this.clear();
  }

  wrong(what) {
    this.errors += 1;
    if (this.said.length < 5) this.said.push(what);
  }

  // Measuring

  clear() {
    this.latencies = [];
    this.moves = 0;
    this.clock = { wall: 0, server: 0, client: 0 };
    this.since = null;
  }

  reached(latency) {
    if (this.since) this.latencies.push(latency);
  }

  done() {
    if (this.since) this.moves += 1;
  }

  times() {
    const own = process.cpuUsage();
    return {
      wall: performance.now() / 1e3,
      server: processorTime(this.given.pids),
      client: (own.user + own.system) / 1e6,
    };
  }

  startClock() {
    this.since = this.times();
  }

  stopClock() {
    if (!this.since) return;
    const now = this.times();
    for (const key of Object.keys(now)) this.clock[key] += now[key] - this.since[key];
    this.since = null;
  }

  figures() {
    const sorted = Float64Array.from(this.latencies).sort();
    const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
    const round = (x) => (x === undefined ? null : Math.round(x * 1e3) / 1e3);
    const { wall, server, client } = this.clock;
    return {
      seconds: round(wall),
      moves: this.moves,
      moves_per_second: round(this.moves / wall),
      p50_ms: round(at(0.5)),
      p99_ms: round(at(0.99)),
      max_ms: round(sorted[sorted.length - 1]),
      server_cpu: round(server / wall),
      server_ms_per_move: round((1e3 * server) / this.moves),
      client_cpu: round(client / wall),
      client_ms_per_move: round((1e3 * client) / this.moves),
    };
  }

  // Tables

  async openOne() {
    const table = new Table(this, this.opened++);
    try {
      await this.server.open(table);
      return table;
    } catch (error) {
      this.wrong(`opening table ${table.number}: ${error.message}`);
      await table.close();
      return null;
    }
  }

  async open(n) {
    const tables = [];
    await inTurns(n, async () => {
      const table = await this.openOne();
      if (table) tables.push(table);
    });
    return tables;
  }

  async settle(tables) {
    const until = performance.now() + PATIENCE;
    const open = () => tables.filter((table) => !table.settled && table.plies > 0);
    while (open().length && performance.now() < until) await sleep(20);
    for (const table of open()) table.wrong(`ply ${table.plies} did not reach both players`);
  }

  async close(tables) {
    await inTurns(tables.length, (k) => tables[k].close());
    await sleep(300);
  }

  // What is measured

  /** Memory before and after opening tables, with both players' sockets. */
  async hold() {
    const { tables, pids } = this.given;
    await sleep(1000);
    const before = resident(pids[0]);
    const began = performance.now();
    const opened = await this.open(tables);
    const took = (performance.now() - began) / 1e3;
    await sleep(1000);
    const after = resident(pids[0]);
    const figures = {
      opened: opened.length,
      opened_per_second: Math.round((10 * opened.length) / took) / 10,
      before_kb: before,
      after_kb: after,
      kb_per_table: Math.round((10 * (after - before)) / opened.length) / 10,
    };
    return [opened, figures];
  }

  /** Each table makes a move every so often; where a game ends, a spare table goes on. */
  async paced(tables, spares) {
    const { pace, warm, seconds } = this.given;
    const began = performance.now();
    const active = tables.length;
    let idle = 0;
    this.clear();
    this.due = (table) => {
      const due = table.due;
      table.due += 1e3 * pace;
      setTimeout(() => table.move(due), Math.max(0, due - performance.now()));
    };
    const everything = [...tables, ...spares];
    const waiting = [...spares];
    for (const table of everything) {
      table.onOver = (old) => {
        const follower = waiting.pop();
        if (!follower) idle += 1;
        else {
          follower.due = old.due;
          this.due(follower);
        }
      };
    }
    this.going = true;
    tables.forEach((table, k) => {
      table.due = began + (1e3 * pace * k) / active;
      this.due(table);
    });
    await sleep(1e3 * warm);
    this.startClock();
    await sleep(1e3 * seconds);
    this.stopClock();
    this.going = false;
    await this.settle(everything);
    return { asked_per_second: active / pace, idle_tables: idle, ...this.figures() };
  }

  /** As fast as it goes, on tables opened before: each round lasts until half of them are over. */
  async fast() {
    const { tables, warm, seconds } = this.given;
    const until = performance.now() + 6e3 * (seconds + warm);
    this.due = (table) => table.move();
    this.clear();
    let warming = warm > 0;
    let rounds = 0;
    while (this.clock.wall < (warming ? warm : seconds) && performance.now() < until) {
      const opened = await this.open(tables);
      let over = 0;
      const half = new Promise((done) => {
        for (const table of opened) {
          table.onOver = () => {
            over += 1;
            if (over * 2 >= opened.length) done();
          };
        }
      });
      this.going = true;
      this.startClock();
      for (const table of opened) table.move();
      await within(half, "half of the games").catch((error) => this.wrong(error.message));
      this.stopClock();
      this.going = false;
      rounds += 1;
      await this.settle(opened);
      await this.close(opened);
      if (warming && this.clock.wall >= warm) {
        warming = false;
        rounds = 0;
        this.clear();
      }
    }
    return { rounds, ...this.figures() };
  }

  /** As fast as it goes, and a game that is over is followed by one on a new table. */
  async games() {
    const { tables, warm, seconds } = this.given;
    this.due = (table) => table.move();
    this.clear();
    const live = new Set();
    let games = 0;
    let missing = tables;
    const begin = async () => {
      const table = await this.openOne();
      if (!table) return;
      live.add(table);
      table.onOver = () => {
        if (this.since) games += 1;
        live.delete(table);
        closing.push(table.close());
        missing += 1;
      };
      if (this.going) table.move();
    };
    const closing = [];
    const opener = async () => {
      while (this.going) {
        if (missing > 0) {
          missing -= 1;
          await begin();
        } else await sleep(1);
      }
    };
    this.going = true;
    const openers = Array.from({ length: AT_ONCE }, opener);
    await sleep(1e3 * warm);
    this.startClock();
    await sleep(1e3 * seconds);
    this.stopClock();
    this.going = false;
    await Promise.all(openers);
    await Promise.all(closing);
    await this.settle([...live]);
    await this.close([...live]);
    const figures = this.figures();
    return { games, games_per_second: games / figures.seconds, ...figures };
  }

  async run() {
    const { tables, modes } = this.given;
    await this.server.prepare(tables);
    const first = await this.open(10); // nothing is measured before everything was used once
    this.going = true;
    const over = first.map((table) => new Promise((done) => (table.onOver = done)));
    for (const table of first) table.move();
    await within(Promise.all(over), "the first games");
    this.going = false;
    await this.close(first);

    const [opened, memory] = await this.hold();
    const found = { tables, memory };
    if (modes.includes("paced")) {
      const spares = await this.open(Math.ceil(tables / 2));
      found.paced = await this.paced(opened, spares);
      opened.push(...spares);
    }
    await this.close(opened);
    if (modes.includes("fast")) found.fast = await this.fast();
    if (modes.includes("games")) found.games = await this.games();
    return { ...found, errors: this.errors, said: this.said };
  }
}

const load = new Load(JSON.parse(process.argv[2]));
load.run().then(
  (found) => {
    process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
  },
  (error) => {
    console.error(error, load.said);
    process.exit(1);
  },
);
