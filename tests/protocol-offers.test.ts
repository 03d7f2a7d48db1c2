import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type RunningServer } from "../e2e/support/server";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  // With its first page Next would listen for upgrades.
  await (await fetch(`${server.origin}/sign-in`)).text();
}, 180_000);
afterAll(() => server.stop());

function ask(head: string, body = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(new URL(server.origin).port), "localhost", () =>
      socket.write(`${head}\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    );
    socket.on("data", (part) => {
      answer += part.toString("latin1");
      if (/^HTTP\/1.1 \d+/.test(answer)) socket.end();
    });
    socket.on("close", () => resolve(answer.slice(0, 12))).on("error", reject);
  });
}

it.each(["h2c", "websocket", "TLS/1.0"])(
  "ignores the offer of %s once a page was opened",
  async (protocol) => {
    const offer = `connection: Upgrade, HTTP2-Settings\r\nupgrade: ${protocol}\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA`;
    expect(await ask(`GET /healthz HTTP/1.1\r\n${offer}`)).toBe("HTTP/1.1 200");
    expect(await ask(`GET /sign-in HTTP/1.1\r\n${offer}`)).toBe("HTTP/1.1 200");
    expect(
      await ask(
        `POST /resources/v1/messaging HTTP/1.1\r\n${offer}\r\nkey: ${server.serviceKey}`,
        "{}",
      ),
    ).toBe("HTTP/1.1 400");
  },
);
