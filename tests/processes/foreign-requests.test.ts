import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, opens } from "@/e2e/support/exact-request";
import { signInByHttp } from "@/e2e/support/http-session";
import { startUsed, type RunningServer } from "@/e2e/support/server";
import { actionsOfBuild } from "./actions";
import { inBatches } from "./in-batches";

// Its own, since sessions of the owner end here.
let server: RunningServer;
let cookie: string;
const signedIn = async () =>
  (await signInByHttp(server))
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
beforeAll(async () => {
  server = await startUsed();
  cookie = await signedIn();
});
afterAll(() => server.stop());

const foreign: Record<string, string>[] = [
  {},
  { "sec-fetch-site": "cross-site" },
  { origin: "null" },
  { origin: "https://evil.example" },
  { origin: "https://evil.example", host: "evil.example" },
  { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
  { origin: "http://localhost:1" },
];
const ofCall = (id: string) => ({ "next-action": id, "content-type": "text/plain;charset=UTF-8" });

async function expectRefused(path: string, headers: Record<string, string>): Promise<void> {
  const { host } = new URL(server.origin);
  await inBatches(foreign, async (claimed) => {
    const { status } = await ask(
      server,
      "POST",
      path,
      { cookie, host, ...headers, ...claimed },
      "[]",
    );
    expect([path, claimed, status]).toEqual([path, claimed, 403]);
  });
  expect(await opens(server, cookie)).toBe(true);
}

describe("requests from other sites", () => {
  const actions = actionsOfBuild();

  it("are tried on the server actions of the build", () => {
    expect(actions.length).toBeGreaterThan(15);
  });

  it.each(actions.map(({ name, id }) => [name, id] as const))(
    "call no server action: %s",
    (_name, id) => expectRefused("/", ofCall(id)),
  );

  it.each([
    "/sign-in",
    "/setup",
    "/api/auth/callback/credentials",
    "/api/auth/signout",
    "/live/lab/interactions",
    "/messages",
  ])("change nothing at %s", (path) => expectRefused(path, {}));
});

describe("a server action is called from the console", () => {
  it.each<[title: string, claimed: (port: string) => Record<string, string>]>([
    ["at its origin", () => ({ origin: server.origin, "x-forwarded-host": "evil.example" })],
    [
      "at any spelling of this machine",
      (port) => ({ origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` }),
    ],
    ["without Origin when the browser vouches for it", () => ({ "sec-fetch-site": "same-origin" })],
  ])("%s", async (_title, claimed) => {
    const { id = "" } = actionsOfBuild().find(({ name }) => name === "signOutEverywhere") ?? {};
    const own = await signedIn();
    const headers = { cookie: own, ...ofCall(id), ...claimed(new URL(server.origin).port) };
    expect((await ask(server, "POST", "/", headers, "[{}]")).status).toBe(200);
    expect(await opens(server, own)).toBe(false);
    cookie = await signedIn();
  });
});
