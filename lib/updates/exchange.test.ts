import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { mask } from "@/lib/describe/description";
import type { NotifyAuth } from "@/lib/describe/notify-auths";
import {
  mostHeaderText,
  mostResponseBytes,
  updateExchangeSchema,
  type UpdateExchange,
} from "@/lib/describe/update-exchange";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { enqueueUpdates } from "./enqueue";
import { startUpdates, type UpdateSender } from "./send";
import { testAuth, testService, testSource, updatesOf } from "./testing";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.1");
vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

describe("the request and the response of an attempt", () => {
  let sql: Database;
  let at: Receiver;
  let sender: UpdateSender;

  beforeAll(async () => {
    sql = await openTestDatabase();
    at = await startReceiver();
    sender = startUpdates({ pausesMs: [], jitter: 0, pollMs: [2, 10] });
  }, 120_000);
  afterAll(async () => {
    await sender.stop();
    await at.stop();
    await sql.close();
  });
  afterEach(() => {
    at.clear();
    at.behave({});
  });

  const exchanged = async ({
    auth,
    secret,
    url = at.url,
  }: { auth?: NotifyAuth; secret?: string; url?: string } = {}) => {
    const serviceId = await testService(sql, {
      notifyurl: url,
      ...(secret !== undefined && { secret }),
    });
    const notifyurlAuthId = auth ? await testAuth(sql, serviceId, auth) : "";
    await enqueueUpdates(sql, [
      testSource(serviceId, "submitted", { notifyurl: url, notifyurlAuthId }),
    ]);
    sender.wake();
    const id = await vi.waitFor(async () => {
      const [row] = await updatesOf(sql, serviceId);
      expect(row?.state).not.toBe("pending");
      return row?.id;
    }, 30_000);
    const [stored] = await sql.query<{ exchange: string }>(
      "SELECT exchange FROM update_attempt WHERE update_id = $1",
      [id],
    );
    const text = stored?.exchange ?? "";
    return { text, exchange: updateExchangeSchema.parse(JSON.parse(text)) };
  };
  const named = (headers: UpdateExchange["headers"]) => Object.fromEntries(headers);

  it("is stored as it was sent and received, with signatures", async () => {
    at.behave({
      status: 202,
      headers: { "content-type": "text/html", "x-request-id": "r-1" },
      body: "<b>taken</b>",
    });
    const { exchange } = await exchanged({ secret: "sign", url: `${at.url}/n?a=1` });
    const [request] = at.requests;
    const { connection: _, ...sent } = request?.headers ?? {};
    expect(exchange.url).toBe(`${at.url}/n?a=1`);
    expect(named(exchange.headers)).toEqual(sent);
    expect(sent).toHaveProperty("x-hub-signature");
    expect(exchange.response).toMatchObject({ body: "<b>taken</b>", cut: false });
    expect(named(exchange.response?.headers ?? [])).toMatchObject({
      "content-type": "text/html",
      "x-request-id": "r-1",
    });
  });

  it("is stored without a response when none came", async () => {
    at.behave({ drop: true });
    const { exchange } = await exchanged();
    expect(exchange.response).toBeNull();
    expect(named(exchange.headers)).toHaveProperty("webhook-id");
  });

  it.each<[string, NotifyAuth, string, string]>([
    [
      "Basic",
      { kind: "basic", username: "clarion", password: 'pass"word' },
      "authorization",
      `Basic ${mask}`,
    ],
    ["Bearer", { kind: "bearer", token: "let-me-in" }, "authorization", `Bearer ${mask}`],
    ["an API key", { kind: "apikey", header: "X-Key", value: "key-of-ours" }, "x-key", mask],
  ])("holds no secret of %s, although the response repeats it", async (_, auth, name, masked) => {
    const secrets = Object.entries(auth).flatMap(([member, value]) =>
      ["password", "token", "value"].includes(member) ? [value ?? ""] : [],
    );
    const echo = secrets.join(" ");
    const base64 = Buffer.from(`clarion:${echo}`).toString("base64");
    at.behave({
      status: 500,
      headers: { "x-echo": echo, "set-cookie": "session=of-theirs", "x-csrf-token": "of-theirs" },
      body: JSON.stringify({ echo, base64, last: encodeURIComponent(echo) }),
    });
    const { text, exchange } = await exchanged({ auth });
    expect(named(exchange.headers)[name]).toBe(masked);
    for (const secret of [
      ...secrets,
      ...secrets.map((one) => JSON.stringify(one).slice(1, -1)),
      ...secrets.map((one) => encodeURIComponent(one)),
    ])
      expect(text).not.toContain(secret);
    // As Basic sends it.
    expect(text.includes(base64)).toBe(auth.kind !== "basic");
    expect(text).not.toContain("of-theirs");
    expect(exchange.response?.body).toContain(mask);
  });

  it("holds no beginning of a secret that the bound cut off", async () => {
    at.behave({ status: 500, body: `${"x".repeat(mostResponseBytes - 12)}let-me-in-all-of-it` });
    const { text } = await exchanged({ auth: { kind: "bearer", token: "let-me-in-all-of-it" } });
    expect(text).not.toContain("let-me");
  });

  it("holds the beginning of a long response, and nothing of one that is not text", async () => {
    at.behave({
      status: 500,
      headers: Object.fromEntries(
        Array.from({ length: 12 }, (_, n) => [`x-${n}`, "h".repeat(1_000)]),
      ),
      body: "ü".repeat(5_000),
    });
    const { exchange } = await exchanged();
    expect(exchange.response).toMatchObject({ cut: true, body: "ü".repeat(mostResponseBytes / 2) });
    expect((exchange.response?.headers ?? []).flat().join("").length).toBeLessThanOrEqual(
      mostHeaderText,
    );
    for (const binary of [
      { body: "a\0b" },
      { headers: { "content-encoding": "gzip" }, body: "abc" },
    ]) {
      at.behave({ status: 500, ...binary });
      expect((await exchanged()).exchange.response?.body).toBeNull();
    }
  });
});
