import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BodyAbortedError, readBody } from "./read-body";

const server = createServer();
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));

it("gives up a body at once whose client went away before it is read", async () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("PUT / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n");
  const [request, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  const gone = new Promise((resolve) => request.once("close", resolve));
  socket.destroy();
  await gone;
  const refused = readBody(request, response, { cap: 100 }).catch((error: unknown) => error);
  expect(
    await Promise.race([refused, new Promise((resolve) => setImmediate(resolve, "waits"))]),
  ).toBeInstanceOf(BodyAbortedError);
});
