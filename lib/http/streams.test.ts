import { createServer, get, type IncomingMessage, type Server } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { cookieName } from "@/lib/auth/cookies";
import { sessionSecret } from "@/lib/auth/next-auth";
import { beginSession } from "@/lib/auth/sessions";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { startLab, type Lab } from "@/lib/lab/lab";
import { createRouter } from "./router";
import { mostStreamsOfMember } from "./streams";

let database: Database;
let lab: Lab;
let server: Server;
let origin: string;
let folder: string;
const open: IncomingMessage[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "clarion-streams-"));
  lab = await startLab({ dataDir: folder, ports: 0 });
  const router = createRouter({ ready: async () => true, lab: (request, response) => lab.handler(request, response) });
  server = createServer((request, response) => void (router(request, response) || response.writeHead(299).end()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.destroy();
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await lab.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The cookie of a new member. */
async function signedIn(role = "viewer"): Promise<string> {
  const id = newId();
  await database.query("INSERT INTO member (id, email, name, password_hash, role) VALUES ($1, $2, 'M', '', $3::\"Role\")", [
    id,
    `${id}@example.com`,
    role,
  ]);
  const token = { sub: id, sid: await beginSession(id, 0) };
  return `${cookieName("session")}=${await encode({ token, secret: sessionSecret() })}`;
}

function ask(path: string, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The path goes out as it is written.
    const { hostname: host, port } = new URL(origin);
    get({ host, port, path, agent: false, headers: { cookie } }, (answer) => {
      answer.on("error", () => undefined);
      open.push(answer);
      resolve(answer);
    }).on("error", reject);
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return text;
}

it("keeps each member to so many streams of both kinds, and nobody from theirs", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  const paths = Array.from({ length: mostStreamsOfMember }, (_, n) => (n % 2 === 0 ? "/live/messages" : "/live/lab"));
  for (const path of paths) expect((await ask(path, one)).statusCode).toBe(200);
  // Spellings of the same address, too.
  for (const path of ["/live/messages", "/live/lab", "/live/lab?x=1", "/live/lab/.", "/live/lab/x/.."]) {
    const refused = await ask(path, one);
    expect([path, refused.statusCode, Number(refused.headers["retry-after"])]).toEqual([path, 429, 30]);
    expect(await textOf(refused)).toContain(`You have ${mostStreamsOfMember} pages open`);
  }
  for (const path of ["/live/messages", "/live/lab"]) expect((await ask(path, other)).statusCode).toBe(200);
});

it("frees a place as soon as its stream ends, by a goodbye or by a broken line", async () => {
  const cookie = await signedIn();
  const streams = await Promise.all(Array.from({ length: mostStreamsOfMember }, () => ask("/live/messages", cookie)));
  expect(streams.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect((await ask("/live/lab", cookie)).statusCode).toBe(429);
  streams[0]?.destroy();
  streams[1]?.socket.resetAndDestroy();
  for (const path of ["/live/lab", "/live/messages"])
    await expect.poll(async () => (await ask(path, cookie)).statusCode, { timeout: 5_000 }).toBe(200);
  expect((await ask("/live/messages", cookie)).statusCode).toBe(429);
});

it("takes no place for a client that left before it was known who asks", async () => {
  const cookie = await signedIn();
  for (let n = 0; n < mostStreamsOfMember * 3; n += 1) {
    const arrived = new Promise<IncomingMessage>((resolve) => server.once("request", resolve));
    const asked = get(`${origin}/live/messages`, { agent: false, headers: { cookie } }).on("error", () => undefined);
    (await arrived).socket.destroy();
    asked.destroy();
  }
  expect((await ask("/live/messages", cookie)).statusCode).toBe(200);
});

it("lets members send to the lab while their streams are all taken", async () => {
  const cookie = await signedIn("marketer");
  for (let n = 0; n < mostStreamsOfMember; n += 1) expect((await ask("/live/lab", cookie)).statusCode).toBe(200);
  const answer = await fetch(`${origin}/live/lab/interactions`, {
    method: "POST",
    headers: { cookie, origin },
    body: JSON.stringify({ id: "none", event: "read" }),
  });
  expect(answer.status).toBe(404);
});

it("keeps the process to so many streams in all", async () => {
  const members = await Promise.all(Array.from({ length: 50 }, () => signedIn()));
  for (const cookie of members) {
    const answers = await Promise.all(Array.from({ length: mostStreamsOfMember }, () => ask("/live/messages", cookie)));
    expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  }
  const refused = await ask("/live/lab", await signedIn());
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "30"]);
  open.shift()?.destroy();
  const another = await signedIn();
  await expect.poll(async () => (await ask("/live/lab", another)).statusCode, { timeout: 5_000 }).toBe(200);
});
