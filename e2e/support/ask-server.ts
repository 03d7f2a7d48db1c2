import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { TestQuestion, WorkspaceRows } from "./test-rows";

/**
 * Runs a statement in the database of a server and returns the rows. Parameters and rows are JSON
 * values.
 */
export function query<Row>(
  socket: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return ask(socket, { statement, values });
}

/** Makes another sandbox in a server, and a member of its own who has the password of the owner. */
export function makeWorkspace(socket: string): Promise<WorkspaceRows> {
  return ask(socket, "workspace");
}

/** Makes the two services of `tests/processes/make-two-services.ts` in a server. */
export function makeTwoServices(socket: string): Promise<{ own: object; foreign: object }> {
  return ask(socket, "two services");
}

/**
 * Asks through the socket that servers of tests listen on (`test-socket.mjs`). Rejects with the
 * error that the server met.
 */
function ask<T>(socketPath: string, question: TestQuestion): Promise<T> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method: "POST", path: "/", agent: false }, (answer) => {
      text(answer).then(
        (said) =>
          answer.statusCode === 200 ? resolve(JSON.parse(said) as T) : reject(new Error(said)),
        reject,
      );
    });
    sent.on("error", reject);
    sent.end(JSON.stringify(question));
  });
}
