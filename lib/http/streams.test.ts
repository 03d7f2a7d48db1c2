import { mkdtempSync, rmSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { memberOfCookie } from "@/lib/auth/cookie-session";
import { cookieName } from "@/lib/auth/cookies";
import { sessionSecret } from "@/lib/auth/next-auth";
import { beginSession } from "@/lib/auth/sessions";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { startLab, type Lab } from "@/lib/lab/lab";
import { announce } from "@/lib/runtime/bus";
import { listenToOthers } from "@/lib/work/wake";
import { endWithSession } from "./live";
import { mayIn } from "./session";
import { mostStreamsOfMember } from "./streams";
import { openRouter, type TestRouter } from "./testing";

let database: Database;
let lab: Lab;
let router: TestRouter;
let folder: string;
const [sandbox, live] = [newId(), newId()];
const open: IncomingMessage[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(
    "INSERT INTO service (id, name, sandbox) VALUES ($1, 'Sandbox', true), ($2, 'Live', false)",
    [sandbox, live],
  );
  folder = mkdtempSync(join(tmpdir(), "clarion-streams-"));
  lab = await startLab({ dataDir: folder, ports: 0 });
  router = await openRouter({ lab: (request, response) => lab.handler(request, response) });
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.destroy();
  // The server hears of it a moment later, and would count them among those of the next test.
  const left = () =>
    [sandbox, live].reduce(
      (sum, serviceId) => sum + streamsNotifiedOf({ transid: newId(), serviceId }),
      0,
    );
  await vi.waitUntil(() => left() === 0, { timeout: 30_000 });
});
afterAll(async () => {
  await router.close();
  await lab.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The cookie of a new member of a service. */
async function signedIn(role = "viewer", serviceId = sandbox): Promise<string> {
  const id = newId();
  await database.query(
    "INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, 'M', '')",
    [id, `${id}@example.com`],
  );
  await database.query(
    'INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, $3::"Role")',
    [id, serviceId, role],
  );
  const token = { sub: id, sid: await beginSession(id, 0) };
  return `${cookieName("session")}=${await encode({ token, secret: sessionSecret() })}`;
}

/** The id of the member whose cookie it is. */
async function memberOf(cookie: string): Promise<string> {
  return (await memberOfCookie(cookie, false))?.id ?? "";
}

function ask(path: string, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The path goes out as it is written.
    const { hostname: host, port } = new URL(router.origin);
    get({ host, port, path, agent: false, headers: { cookie } }, (answer) => {
      answer.on("error", () => undefined);
      open.push(answer);
      resolve(answer);
    }).on("error", reject);
  });
}

async function answerText(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return text;
}

it("keeps each member to so many streams of both kinds, and no other member from theirs", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  const paths = Array.from({ length: mostStreamsOfMember }, (_, n) =>
    n % 2 === 0 ? "/live/messages" : "/live/lab",
  );
  for (const path of paths) expect((await ask(path, one)).statusCode).toBe(200);
  // Spellings of the same address, too.
  for (const path of [
    "/live/messages",
    "/live/lab",
    "/live/lab?x=1",
    "/live/lab/.",
    "/live/lab/x/..",
  ]) {
    const refused = await ask(path, one);
    expect([path, refused.statusCode, Number(refused.headers["retry-after"])]).toEqual([
      path,
      429,
      30,
    ]);
    expect(await answerText(refused)).toContain(
      `You have ${mostStreamsOfMember} pages with live updates open`,
    );
  }
  for (const path of ["/live/messages", "/live/lab"])
    expect((await ask(path, other)).statusCode).toBe(200);
});

it("frees a place as soon as its stream ends, by a goodbye or by a broken line", async () => {
  const cookie = await signedIn();
  const streams = await Promise.all(
    Array.from({ length: mostStreamsOfMember }, () => ask("/live/messages", cookie)),
  );
  expect(streams.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect((await ask("/live/lab", cookie)).statusCode).toBe(429);
  streams[0]?.destroy();
  streams[1]?.socket.resetAndDestroy();
  for (const path of ["/live/lab", "/live/messages"])
    await expect.poll(async () => (await ask(path, cookie)).statusCode).toBe(200);
  expect((await ask("/live/messages", cookie)).statusCode).toBe(429);
});

it("takes no place for a client that left before it was authenticated", async () => {
  const cookie = await signedIn();
  for (let n = 0; n < mostStreamsOfMember * 3; n += 1) {
    const arrived = new Promise<IncomingMessage>((resolve) =>
      router.server.once("request", resolve),
    );
    const request = get(`${router.origin}/live/messages`, { agent: false, headers: { cookie } }).on(
      "error",
      () => undefined,
    );
    (await arrived).socket.destroy();
    request.destroy();
  }
  expect((await ask("/live/messages", cookie)).statusCode).toBe(200);
});

it("lets members send to the lab while all their streams are in use", async () => {
  const cookie = await signedIn("marketer");
  for (let n = 0; n < mostStreamsOfMember; n += 1)
    expect((await ask("/live/lab", cookie)).statusCode).toBe(200);
  const answer = await fetch(`${router.origin}/live/lab/interactions`, {
    method: "POST",
    headers: { cookie, origin: router.origin },
    body: JSON.stringify({ id: "none", event: "read" }),
  });
  expect(answer.status).toBe(404);
});

/** Announces a change. Returns how many streams will get it; they have it when this resolves. */
function streamsNotifiedOf(message: { transid: string; serviceId: string }): number {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    announce("message", message);
    const count = vi.getTimerCount();
    vi.runOnlyPendingTimers();
    return count;
  } finally {
    vi.useRealTimers();
  }
}

/** Waits until a stream says that something changed. */
async function changes(stream: IncomingMessage): Promise<void> {
  for await (const chunk of stream) if (String(chunk).includes("event: change")) return;
  throw new Error("The stream ended without a change.");
}

it("reports the messages of the member's own services alone", async () => {
  const transid = newId();
  const own = await ask("/live/messages", await signedIn("viewer", live));
  const foreign = [
    await ask("/live/messages", await signedIn()),
    await ask(`/live/messages?transid=${transid}`, await signedIn()),
    await ask(`/live/messages?service=${sandbox}`, await signedIn()),
  ];
  expect(streamsNotifiedOf({ transid, serviceId: live })).toBe(1);
  await changes(own);
  expect(streamsNotifiedOf({ transid, serviceId: sandbox })).toBe(3);
  await Promise.all(foreign.map(changes));
});

it("gets one service alone when it asks for one, and of none that is not its own", async () => {
  const cookie = await signedIn("viewer", live);
  const both = await memberOf(cookie);
  await database.query(
    `INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'viewer')`,
    [both, sandbox],
  );
  const narrow = await ask(`/live/messages?service=${live}`, cookie);
  const wide = await ask("/live/messages", cookie);
  expect(streamsNotifiedOf({ transid: newId(), serviceId: live })).toBe(2);
  await changes(narrow);
  expect(streamsNotifiedOf({ transid: newId(), serviceId: sandbox })).toBe(1);
  await changes(wide);
  const stranger = await signedIn();
  for (const service of [live, newId(), "nonsense"]) {
    const refused = await ask(`/live/messages?service=${service}`, stranger);
    expect([refused.statusCode, await answerText(refused)]).toEqual([
      403,
      JSON.stringify({ error: "You have no role in this service." }),
    ]);
  }
});

it("shows the sandbox's devices to members of its service, and obeys those who may test", async () => {
  const stranger = await signedIn("owner", live);
  expect((await ask("/live/lab", stranger)).statusCode).toBe(403);
  const act = async (cookie: string) =>
    (
      await fetch(`${router.origin}/live/lab/interactions`, {
        method: "POST",
        headers: { cookie, origin: router.origin },
        body: JSON.stringify({ id: "none", event: "read" }),
      })
    ).status;
  expect([
    await act(stranger),
    await act(await signedIn()),
    await act(await signedIn("marketer")),
  ]).toEqual([403, 403, 404]);
});

it("ends a stream soon after the right to it was revoked, and sends nothing more on it", async () => {
  const cookie = await signedIn("viewer", live);
  const may = mayIn("service.view", live);
  let looks = 0;
  const short = createServer((request, response) => {
    response.writeHead(200).write("begun");
    endWithSession(request, response, may, { everyMs: 20, onLook: () => (looks += 1) });
  });
  await new Promise<void>((resolve) => short.listen(0, "127.0.0.1", resolve));
  const answer = await new Promise<IncomingMessage>((resolve) =>
    get(
      { host: "127.0.0.1", port: (short.address() as AddressInfo).port, headers: { cookie } },
      resolve,
    ),
  );
  let ended = false;
  answer.on("end", () => (ended = true)).resume();
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(ended).toBe(false);
  await database.query("DELETE FROM membership WHERE member_id = $1", [await memberOf(cookie)]);
  await expect.poll(() => ended).toBe(true);
  await new Promise((resolve) => short.close(resolve));
});

it("ends a stream within a second of losing the right to it, where changes are notified", async () => {
  const quiet = await listenToOthers();
  const ways = [
    (id: string) => database.query("UPDATE member SET disabled_at = now() WHERE id = $1", [id]),
    (id: string) => database.query("DELETE FROM session WHERE member_id = $1", [id]),
    (id: string) =>
      database.query("UPDATE member SET session_epoch = session_epoch + 1 WHERE id = $1", [id]),
    (id: string) => database.query("DELETE FROM membership WHERE member_id = $1", [id]),
  ];
  for (const takeAway of ways) {
    const cookie = await signedIn("viewer", live);
    const stream = await ask(`/live/messages?service=${live}`, cookie);
    const other = await ask(`/live/messages?service=${live}`, await signedIn("viewer", live));
    let [ended, otherEnded] = [false, false];
    stream.on("end", () => (ended = true)).resume();
    other.on("end", () => (otherEnded = true)).resume();
    await takeAway(await memberOf(cookie));
    // Looking by themselves they would notice after 20 s.
    await expect.poll(() => ended, { timeout: 10_000 }).toBe(true);
    expect(otherEnded).toBe(false);
  }
  await quiet();
});

it("keeps the process to so many streams in all", async () => {
  const members = await Promise.all(Array.from({ length: 50 }, () => signedIn()));
  for (const cookie of members) {
    const answers = await Promise.all(
      Array.from({ length: mostStreamsOfMember }, () => ask("/live/messages", cookie)),
    );
    expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  }
  const refused = await ask("/live/lab", await signedIn());
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "30"]);
  open.shift()?.destroy();
  const another = await signedIn();
  await expect.poll(async () => (await ask("/live/lab", another)).statusCode).toBe(200);
});
