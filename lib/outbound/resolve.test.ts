import { createSocket, type Socket } from "node:dgram";
import type dns from "node:dns";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { resolveTyped } from "./resolve";

const server = vi.hoisted(() => ({ port: 0 }));
/** Names that the system's resolver was asked about. */
const looked = vi.hoisted((): string[] => []);

vi.mock("node:dns", async (actual) => {
  const own = await actual<typeof dns>();
  class Resolver extends own.promises.Resolver {
    constructor(options: dns.ResolverOptions) {
      super(options);
      this.setServers([`127.0.0.1:${server.port}`]);
    }
  }
  return { ...own, default: own, promises: { ...own.promises, Resolver } };
});
vi.mock("node:dns/promises", () => ({
  lookup: async (host: string) => {
    looked.push(host);
    return [{ address: "10.0.0.7", family: 4 }];
  },
}));

let socket: Socket;
const queriedNames: string[] = [];

/**
 * A name server: names with "hang" get no answer, those with "well" an address each, others none.
 */
function reply(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join(".");
  queriedNames.push(name);
  if (name.includes("hang")) return undefined;
  const question = query.subarray(12, at + 5);
  const isWell = name.includes("well") && query.readUInt16BE(at + 1) === 1;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(name.includes("well") ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(isWell ? 1 : 0, 6);
  const answer = isWell
    ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34])
    : Buffer.alloc(0);
  return Buffer.concat([head, question, answer]);
}

beforeAll(async () => {
  socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const answer = reply(query);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  server.port = socket.address().port;
});
afterAll(() => socket.close());

describe("names that users typed", () => {
  it("are resolved while hundreds of others get no answer", async () => {
    let isOver = false;
    const codes = new Set<unknown>();
    const hang = async (name: string) => {
      while (!isOver)
        await resolveTyped(name).catch((error: { code?: unknown }) => codes.add(error.code));
    };
    const hanging: Promise<void>[] = [];
    const distinctNames = () => new Set(queriedNames.filter((name) => name.includes("hang"))).size;
    try {
      // A socket drops what it has no room for: hundreds of questions at once.
      while (hanging.length < 300) {
        for (let n = 0; n < 50; n += 1) hanging.push(hang(`hang-${hanging.length}.example`));
        await vi.waitFor(() => expect(distinctNames()).toBe(hanging.length), 20_000);
      }
      // Again where this process had no turn for so long that it counts as no answer.
      await vi.waitFor(
        async () =>
          expect(await resolveTyped("well.example")).toEqual([
            { address: "93.184.216.34", family: 4 },
          ]),
        20_000,
      );
    } finally {
      isOver = true;
      await Promise.all(hanging);
    }
    expect([...codes]).toEqual(["EAI_AGAIN"]);
    expect(looked).toEqual([]);
  }, 60_000);

  it("that the name servers do not have are looked for by the system, which knows the hosts file", async () => {
    expect(await resolveTyped("of-the-hosts-file.example")).toEqual([
      { address: "10.0.0.7", family: 4 },
    ]);
    expect(looked).toEqual(["of-the-hosts-file.example"]);
  });
});
