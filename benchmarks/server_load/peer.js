// boardgame.io's server: node peer.js PORT [FOLDER]; with a folder its FlatFile storage is used.
"use strict";

const { FlatFile, Server } = require("boardgame.io/server");
const { game } = require("./connect_four");

const [port, folder] = process.argv.slice(2);
const server = Server({
  games: [game],
  origins: ["http://127.0.0.1"],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
server.run({ port: Number(port) });
