import { createServer, type Server } from "node:net";
import { expect, test } from "@playwright/test";
import { arrived } from "./support/fixtures";
import { temporaryPostgres } from "../tools/postgres.mjs";
import { childrenOf, compilersAmong, loadedBy } from "../tests/no-compiler";
import { temporaryFolder } from "../tools/ending.mjs";
import { freePort, startServer, type RunningServer } from "./support/server";

/** Sends to the three users of the sandbox, and waits until it is on the six devices. */
async function reachesAll(server: RunningServer, key: string, text: string): Promise<void> {
  await send(server, key, text);
  await isOnAll({ origin: server.origin, serviceKey: key }, text);
}
async function send(server: RunningServer, key: string, text: string): Promise<void> {
  const push = { android: { text }, ios: { text }, web: { platform_types: ["chrome", "firefox", "safari"], text } };
  const answer = await fetch(`${server.origin}/resources/v1/messaging`, {
    method: "POST",
    headers: { key },
    body: JSON.stringify({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1", "user-2", "user-3"] }],
      channels: { push },
    }),
  });
  expect(answer.status).toBe(200);
}
const isOnAll = (server: { origin: string; serviceKey: string }, text: string) =>
  expect.poll(async () => (await arrived(server, text)).length, { timeout: 60_000 }).toBe(6);

/** Holds four ports in a row, from the first on. */
async function occupy(first: number): Promise<() => void> {
  const servers: Server[] = [];
  for (const port of [0, 1, 2, 3].map((n) => first + n)) {
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
    servers.push(server);
  }
  return () => servers.forEach((server) => server.close());
}

test("a key that a start made is printed once, by that start; a key that was given, never; a setup code is another one each time", async () => {
  const server = await startServer({ SERVICE_KEY: "", ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  try {
    const first = server.output();
    const key = /SERVICE_KEY=(\S+);/.exec(first)?.[1] ?? "";
    expect(first.split(key)).toHaveLength(2);
    await reachesAll(server, key, "With the key that was printed");
    const codeOf = (text: string) => /Setup code\s+(\S+)/.exec(text)?.[1];
    await server.kill();
    await server.start();
    expect(server.output()).not.toContain(key);
    expect(server.output()).toContain('-H "key: $SERVICE_KEY"');
    expect(codeOf(server.output())).toMatch(/^[A-Z2-9]{4}-/);
    expect(codeOf(server.output())).not.toBe(codeOf(first));
  } finally {
    await server.stop();
  }
  const given = await startServer();
  try {
    expect(given.output()).toContain('-H "key: $SERVICE_KEY"');
    expect(given.output()).not.toContain(given.serviceKey);
    expect(given.output()).not.toContain(given.password);
  } finally {
    await given.stop();
  }
});

test("the sandbox moves from ports that are taken, its devices and what was on its way to them with it", async () => {
  test.setTimeout(240_000);
  const first = (await freePort()) - 4;
  const server = await startServer({ LAB_PORT: String(first) });
  let free: (() => void) | undefined;
  try {
    expect(server.output()).not.toContain("Lab ports");
    await reachesAll(server, server.serviceKey, "On the ports that were set");
    const text = "On its way when the ports changed";
    // No provider takes it before the end.
    const unwell = await fetch(`${server.origin}/resources/v1/lab/faults`, {
      method: "PUT",
      headers: { key: server.serviceKey },
      body: JSON.stringify(Object.fromEntries(["fcm", "apns", "hms", "webpush"].map((provider) => [provider, { status: 503 }]))),
    });
    expect(unwell.status).toBe(200);
    await send(server, server.serviceKey, text);
    await server.kill();
    free = await occupy(first);
    await server.start();
    expect(server.output()).toContain("Lab ports");
    await isOnAll(server, text);
    await reachesAll(server, server.serviceKey, "On other ports");
  } finally {
    free?.();
    await server.stop();
  }
});

test("two processes on one PostgreSQL have one sandbox between them", async () => {
  test.setTimeout(240_000);
  const postgres = await temporaryPostgres();
  test.skip(!postgres, "SKIPPED: no PostgreSQL could be started");
  const settings = { DATABASE_URL: postgres?.url ?? "", APP_SECRET: "a secret that both processes know" };
  const servers: RunningServer[] = [];
  try {
    for (let n = 0; n < 2; n += 1) servers.push(await startServer(settings));
    const [first, second] = servers;
    if (!first || !second) throw new Error("two were started");
    expect(first.output()).toContain("curl ");
    expect(second.output()).toContain("another process runs the sandbox's lab");
    const text = "Given to the one, seen at the other";
    await send(second, second.serviceKey, text);
    await isOnAll(first, text);
  } finally {
    for (const server of servers) await server.stop();
    await postgres?.stop();
  }
});

test("what is started is JavaScript, its threads too: no compiler is loaded, and no other process is run", async ({ page }) => {
  const { path: coverage, remove } = temporaryFolder("clarion-coverage");
  const server = await startServer({ NODE_V8_COVERAGE: coverage });
  try {
    await page.goto(server.origin);
    await reachesAll(server, server.serviceKey, "From what was built");
    expect(childrenOf(server.pid()) ?? []).toEqual([]);
    expect(server.output()).not.toContain("broke");
  } finally {
    await server.stop();
  }
  const loaded = loadedBy(coverage);
  remove();
  expect(loaded).toContain("build/server.mjs");
  expect(loaded).toContain("build/lock-beat.mjs");
  expect(loaded).toContain("build/start-web-push-thread.mjs");
  expect(compilersAmong(loaded)).toEqual([]);
});
