import { createServer, type Http2Server } from "node:http2";
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { NotSentError, OutcomeUnknownError } from "./errors";
import { openPool, type Pool, type PoolRequest } from "./http2-pool";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function listen(server: Http2Server | Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function pool(origin: string, more: Partial<Parameters<typeof openPool>[0]> = {}): Pool {
  const opened = openPool({
    origin,
    allowed: { by: "PROVIDER_ALLOW", lab: [new URL(origin).host] },
    ...more,
  });
  closers.push(() => opened.close());
  return opened;
}

const ask = (path: string, timeoutMs = 10_000): PoolRequest => ({
  method: "POST",
  path,
  headers: { "content-type": "text/plain" },
  body: path,
  timeoutMs,
});

describe("the HTTP/2 pool", () => {
  it("keeps as many streams in flight as the peer allows, over as many connections as it may open", async () => {
    let now = 0;
    let most = 0;
    const releases: (() => void)[] = [];
    const server = createServer({ settings: { maxConcurrentStreams: 5 } });
    server.on("stream", (stream) => {
      now += 1;
      most = Math.max(most, now);
      releases.push(() => {
        now -= 1;
        stream.respond({ ":status": 200 });
        stream.end("ok");
      });
      if (releases.length === 10) for (const release of releases.splice(0)) release();
    });
    const client = pool(await listen(server), { maxSessions: 2 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => client.request(ask(`/${n}`))),
    );
    expect(answers.every(({ status, body }) => status === 200 && body === "ok")).toBe(true);
    expect(most).toBe(10);
    expect(client.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  it("loses and doubles nothing when connections say GOAWAY in the middle of a burst", async () => {
    const seen = new Map<string, number>();
    const server = createServer();
    server.on("session", (session) => {
      let count = 0;
      session.on("stream", (stream, headers) => {
        count += 1;
        stream.on("error", () => undefined);
        const path = String(headers[":path"]);
        // The last stream that this connection looks at; later ones are refused by the protocol
        // itself.
        if (count === 100) session.goaway(0, stream.id);
        if (count > 100) return stream.close(7);
        seen.set(path, (seen.get(path) ?? 0) + 1);
        stream.respond({ ":status": 200 });
        return void stream.end();
      });
    });
    const client = pool(await listen(server));
    const results = await Promise.allSettled(
      Array.from({ length: 3_000 }, async (_, n) => {
        for (;;) {
          try {
            return await client.request(ask(`/${n}`, 120_000));
          } catch (error) {
            if (!(error instanceof NotSentError)) throw error;
          }
        }
      }),
    );
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(seen.size).toBe(3_000);
    expect([...seen.values()].filter((times) => times > 1)).toEqual([]);
  });

  it("does not know what became of a request whose connection broke, and goes on with the next", async () => {
    let broken = false;
    const server = createServer();
    server.on("stream", (stream) => {
      if (!broken) {
        broken = true;
        stream.session?.destroy();
        return;
      }
      stream.respond({ ":status": 204 });
      stream.end();
    });
    const client = pool(await listen(server));
    await expect(client.request(ask("/first"))).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect((await client.request(ask("/second"))).status).toBe(204);
  });

  it("gives up in time on a peer that never answers", async () => {
    const server = createServer();
    server.on("stream", () => undefined);
    const client = pool(await listen(server));
    await expect(client.request(ask("/", 2_000))).rejects.toThrow("no answer in time");
  });

  it("gives up a connection to a peer that takes everything and says nothing", async () => {
    const silent = createTcp(() => undefined);
    const client = pool(await listen(silent), { connectTimeoutMs: 100 });
    await expect(client.request(ask("/", 5_000))).rejects.toBeInstanceOf(NotSentError);
  });

  it("fails at once at a closed port", async () => {
    const gone = createServer();
    const origin = await listen(gone);
    await closers.pop()?.();
    const client = pool(origin);
    await expect(client.request(ask("/"))).rejects.toThrow(/ECONNREFUSED/);
    await expect(client.request(ask("/"))).rejects.toBeInstanceOf(NotSentError);
  });

  it("reads no more of an answer than its limit", async () => {
    const server = createServer();
    server.on("stream", (stream) => {
      stream.on("error", () => undefined);
      stream.respond({ ":status": 400 });
      stream.end("x".repeat(10_000_000));
    });
    const client = pool(await listen(server), { maxResponseBytes: 1_000 });
    const { status, body } = await client.request(ask("/"));
    expect([status, body.length]).toEqual([400, 1_000]);
  });
});
