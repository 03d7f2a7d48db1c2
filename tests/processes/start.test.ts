import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:net";
import { expect, inject, it } from "vitest";
import { arrived } from "@/e2e/support/arrived";
import { startServer, type RunningServer } from "@/e2e/support/server";
import { asAdmin, urlOf } from "@/lib/database/testing";
import { childrenOf, compilersAmong, loadedBy } from "@/tests/no-compiler";
import { temporaryFolder } from "@/tools/ending.mjs";
import { freePort } from "@/tools/free-port.mjs";
import { temporaryPostgres } from "@/tools/postgres";

const shared = inject("shared");

/** Sends to the three users of the sandbox, and waits until it is on the six devices. */
async function reachesAll(server: RunningServer, key: string, text: string): Promise<void> {
  await send(server, key, text);
  await isOnAll({ origin: server.origin, serviceKey: key }, text);
}
async function send(server: RunningServer, key: string, text: string): Promise<void> {
  const push = {
    android: { text },
    ios: { text },
    web: { platform_types: ["chrome", "firefox", "safari"], text },
  };
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

/** Asks for a page and for the scripts and styles that it names. */
async function openPage(address: string): Promise<void> {
  const html = await (await fetch(address)).text();
  const files = [...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(
    ([, path = ""]) => path,
  );
  expect(files.length).toBeGreaterThan(0);
  for (const file of files)
    expect((await fetch(new URL(file, address))).status, `${file}`).toBe(200);
}

/** Holds four ports in a row, from the first on. */
async function occupy(first: number): Promise<() => void> {
  const servers: Server[] = [];
  for (const port of [0, 1, 2, 3].map((n) => first + n)) {
    const server = createServer();
    await new Promise<void>((resolve, reject) =>
      server.once("error", reject).listen(port, "127.0.0.1", resolve),
    );
    servers.push(server);
  }
  return () => servers.forEach((server) => server.close());
}

it("a generated service key is printed by the first start alone, and a setup code is new at each start", async () => {
  const server = await startServer({ SERVICE_KEY: "", ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  try {
    const first = server.output();
    const key = /SERVICE_KEY=(\S+);/.exec(first)?.[1] ?? "";
    expect(first.split(key)).toHaveLength(2);
    // The greeting comes first, and no lines of the log before it.
    expect(
      first
        .slice(0, first.indexOf("Clarion is running."))
        .split("\n")
        .filter((line) => line.startsWith("{")),
    ).toEqual([]);
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
});

it("a service key and a password from the settings are never printed", () => {
  expect(shared.greeting).toContain('-H "key: $SERVICE_KEY"');
  expect(shared.greeting).not.toContain(shared.serviceKey);
  expect(shared.greeting).not.toContain(shared.password);
});

it("the printed curl line is a request that works", async () => {
  const line = shared.greeting.split("\n").find((text) => text.startsWith("curl ")) ?? "";
  const [, url = "", body = ""] =
    /^curl (\S+) -H "key: \$SERVICE_KEY" -H '[^']+' -d '(.+)'$/.exec(line) ?? [];
  const answer = await fetch(url, { method: "POST", headers: { key: shared.serviceKey }, body });
  expect(await answer.json()).toMatchObject({
    response: [{ code: "1001", description: "Queued" }],
  });
});

it("the sandbox moves away from ports that are in use, with its devices and their pending messages", async () => {
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
      body: JSON.stringify(
        Object.fromEntries(
          ["fcm", "apns", "hms", "webpush"].map((provider) => [provider, { status: 503 }]),
        ),
      ),
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

it("two processes on one PostgreSQL have one sandbox between them", async () => {
  const postgres = await temporaryPostgres();
  // The server may be that of the whole run, whose own database other tests start on.
  const name = `clarion_start_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(postgres.url, `CREATE DATABASE ${name}`);
  const settings = {
    DATABASE_URL: urlOf(postgres.url, name),
    APP_SECRET: "a secret that both processes know",
  };
  const servers: RunningServer[] = [];
  try {
    for (let n = 0; n < 2; n += 1) servers.push(await startServer(settings));
    const [first, second] = servers;
    if (!first || !second) throw new Error("two were started");
    expect(first.output()).toContain("curl ");
    expect(second.output()).toContain("another process already runs the sandbox's lab");
    const text = "Given to the one, seen at the other";
    await send(second, second.serviceKey, text);
    await isOnAll(first, text);
  } finally {
    for (const server of servers) await server.stop();
    await asAdmin(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
    await postgres.stop();
  }
});

it("the server runs JavaScript alone, without a compiler", async () => {
  const { path: coverage, remove } = temporaryFolder("clarion-coverage");
  const server = await startServer({ NODE_V8_COVERAGE: coverage });
  try {
    await openPage(server.origin);
    await reachesAll(server, server.serviceKey, "From what was built");
    expect(
      (childrenOf(server.pid()) ?? []).filter((command) => !command.includes("clarion-postgresql")),
    ).toEqual([]);
    expect(server.output()).not.toContain("broke");
  } finally {
    await server.stop();
  }
  const loaded = loadedBy(coverage);
  remove();
  expect(loaded).toContain("build/server.mjs");
  expect(loaded).toContain("build/start-web-push-thread.mjs");
  expect(compilersAmong(loaded)).toEqual([]);
});
