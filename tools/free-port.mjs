import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below those that systems give to outgoing connections, which take a port between the moment it is
 * found free and the moment it is listened at.
 */
const [least, most] = [20_000, 32_000];

/**
 * Finds a port of 127.0.0.1 at which no process listens, and at which no connection begins.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(least, most);
    if (await isFree(port)) return port;
  }
}

/** @param {number} port */
function isFree(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
