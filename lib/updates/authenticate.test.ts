import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { NotifyAuth } from "@/lib/describe/notify-auths";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { enqueueUpdates } from "./enqueue";
import { makeUpdatesDue } from "./replay";
import { startUpdates, type UpdateSender } from "./send";
import { testAuth, testService, testSource, updatesOf } from "./testing";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.1");
vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

const quick = { pausesMs: [1, 2, 3], jitter: 0, pollMs: [2, 10] as const };

describe("authentication at a notify URL", () => {
  let sql: Database;
  let at: Receiver;
  let sender: UpdateSender;
  let tokens: Server;
  let tokenRequests: { authorization: string; form: string }[] = [];
  let tokenStatus = 200;

  beforeAll(async () => {
    sql = await openTestDatabase();
    at = await startReceiver();
    tokens = createServer((request, response) => {
      let form = "";
      request.on("data", (chunk: Buffer) => (form += chunk.toString()));
      request.on("end", () => {
        tokenRequests.push({ authorization: request.headers.authorization ?? "", form });
        response.writeHead(tokenStatus, { "content-type": "application/json" });
        response.end(
          tokenStatus === 200
            ? JSON.stringify({
                access_token: `token-${tokenRequests.length}`,
                token_type: "Bearer",
                expires_in: 3600,
              })
            : "{}",
        );
      });
    });
    await new Promise<void>((resolve) => tokens.listen(0, "127.0.0.1", resolve));
    sender = startUpdates(quick);
  }, 120_000);
  afterAll(async () => {
    await sender.stop();
    await at.stop();
    tokens.close();
    tokens.closeAllConnections();
    await sql.close();
  });
  afterEach(() => {
    at.clear();
    at.behave({});
    tokenRequests = [];
    tokenStatus = 200;
    forgetCached("notify-auth");
  });

  const tell = async (serviceId: string, notifyurlAuthId: string, count = 1) => {
    await enqueueUpdates(
      sql,
      Array.from({ length: count }, () =>
        testSource(serviceId, "submitted", { notifyurl: at.url, notifyurlAuthId }),
      ),
    );
    sender.wake();
    return vi.waitFor(async () => {
      const rows = await updatesOf(sql, serviceId);
      expect(rows.filter(({ state }) => state === "pending")).toEqual([]);
      return rows;
    }, 30_000);
  };
  const oauth = (more: Partial<Extract<NotifyAuth, { kind: "oauth2" }>> = {}): NotifyAuth => ({
    kind: "oauth2",
    tokenUrl: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`,
    clientId: "a client",
    clientSecret: "s:ecret",
    clientIn: "header",
    ...more,
  });

  it.each([
    [{ kind: "none" }, "authorization", undefined],
    [
      { kind: "basic", username: "ada", password: "pä:ss" },
      "authorization",
      `Basic ${Buffer.from("ada:pä:ss").toString("base64")}`,
    ],
    [{ kind: "apikey", header: "X-Api-Key", value: "k 1" }, "x-api-key", "k 1"],
    [{ kind: "bearer", token: "abc" }, "authorization", "Bearer abc"],
  ] satisfies [NotifyAuth, string, string | undefined][])(
    "sends for %o the header %s: %s",
    async (auth, header, value) => {
      const serviceId = await testService(sql);
      const [row] = await tell(serviceId, await testAuth(sql, serviceId, auth));
      expect(row?.state).toBe("sent");
      expect(at.requests[0]?.headers[header]).toBe(value);
    },
  );

  it("fetches one OAuth token for many updates", async () => {
    const serviceId = await testService(sql);
    const rows = await tell(serviceId, await testAuth(sql, serviceId, oauth({ scope: "a b" })), 20);
    expect(rows.every(({ state }) => state === "sent")).toBe(true);
    expect(tokenRequests).toEqual([
      {
        authorization: `Basic ${Buffer.from("a+client:s%3Aecret").toString("base64")}`,
        form: "grant_type=client_credentials&scope=a+b",
      },
    ]);
    expect(new Set(at.requests.map(({ headers }) => headers["authorization"]))).toEqual(
      new Set(["Bearer token-1"]),
    );
  });

  it("fetches a new token when the receiver refuses the one it got", async () => {
    const serviceId = await testService(sql);
    at.behave({ status: 401, times: 1 });
    const [row] = await tell(
      serviceId,
      await testAuth(sql, serviceId, oauth({ clientIn: "body" })),
    );
    expect(row).toMatchObject({ state: "sent", attempts: 2 });
    expect(at.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
    expect(tokenRequests[0]).toEqual({
      authorization: "",
      form: "grant_type=client_credentials&client_id=a+client&client_secret=s%3Aecret",
    });
  });

  it("tries again when there is no token to be had, and says so", async () => {
    const serviceId = await testService(sql);
    tokenStatus = 500;
    const [row] = await tell(serviceId, await testAuth(sql, serviceId, oauth()));
    expect(row).toMatchObject({ state: "parked", attempts: 4 });
    expect(row?.lastError).toMatch(
      /^no token from 127\.0\.0\.1:\d+: the token endpoint answered 500; given up after 4 attempts$/,
    );
    expect(at.requests).toEqual([]);
  });

  it("parks updates without a usable authentication until a replay", async () => {
    const [serviceId, other] = [await testService(sql), await testService(sql)];
    const [foreign, deleted] = [
      await testAuth(sql, other, { kind: "bearer", token: "theirs" }),
      await testAuth(sql, serviceId, { kind: "none" }),
    ];
    await sql.query("UPDATE notify_auth SET deleted_at = now() WHERE id = $1", [deleted]);
    await tell(serviceId, "mended-later");
    await tell(serviceId, foreign);
    const rows = await tell(serviceId, deleted);
    expect(rows.map(({ state, attempts, lastError }) => [state, attempts, lastError])).toEqual([
      ["parked", 0, `there is no authentication "mended-later"`],
      ["parked", 0, `there is no authentication "${foreign}"`],
      ["parked", 0, `the authentication "${deleted}" was deleted`],
    ]);
    expect(at.requests).toEqual([]);
    await testAuth(sql, serviceId, { kind: "bearer", token: "mended" }, "mended-later");
    forgetCached("notify-auth");
    expect(await makeUpdatesDue(sql, serviceId, { ids: [rows[0]?.id ?? ""] })).toBe(1);
    await at.waitFor((requests) => requests.length === 1);
    expect(at.requests[0]?.headers["authorization"]).toBe("Bearer mended");
  });
});
