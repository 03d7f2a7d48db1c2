import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { isMainThread } from "node:worker_threads";

// Loaded into the servers of tests, and into no others (`server.ts`): they listen on the socket
// TEST_SOCKET, and do what `test-rows.ts` offers.
const { TEST_SOCKET: path } = process.env;
if (isMainThread && path) {
  // A process that was killed leaves its own.
  rmSync(path, { force: true });
  createServer((request, response) => void answer(request, response))
    .listen(path)
    .unref();
}

async function answer(request, response) {
  try {
    // Read when it is asked for: no start takes longer for it.
    const { answerTest } = await import(new URL("../../build/test-rows.mjs", import.meta.url).href);
    response.end(JSON.stringify(await answerTest(await json(request))));
  } catch (error) {
    response.statusCode = 500;
    response.end(error instanceof Error ? error.stack : String(error));
  }
}
