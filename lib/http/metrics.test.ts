import { afterEach, describe, expect, it } from "vitest";
import { ConfigurationError } from "@/lib/config/environment";
import { listenForMetrics } from "./metrics";
import { openRouter, type TestRouter } from "./testing";

const token = "a-token-for-metrics-0001";
const open: TestRouter[] = [];
afterEach(async () => {
  for (const router of open.splice(0)) await router.close();
});

/** The public port of a process, with or without a token, as a worker or as anything else. */
async function publicPort(options: {
  metricsToken?: string;
  healthOnly?: boolean;
}): Promise<string> {
  const router = await openRouter(options);
  open.push(router);
  return router.origin;
}

describe.each([{ healthOnly: true }, {}])("/metrics on the public port (%j)", (role) => {
  it("is not there without a token in the configuration, for any request", async () => {
    const origin = await publicPort(role);
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    expect(
      (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(404);
  });

  it("is for those who send the token, and asks the others for it", async () => {
    const origin = await publicPort({ ...role, metricsToken: token });
    await fetch(`${origin}/healthz`);
    const right = await fetch(`${origin}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(right.status).toBe(200);
    expect(await right.text()).toMatch(
      /clarion_http_requests_total\{route="\/healthz",status="200"\} \d+/,
    );
    for (const authorization of [
      undefined,
      "",
      "Bearer",
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${token}`,
      token,
    ]) {
      const wrong = await fetch(`${origin}/metrics`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([authorization, wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
        authorization,
        401,
        'Bearer realm="metrics"',
      ]);
      expect(await wrong.text()).not.toContain("clarion_http");
    }
  });
});

describe("a port for /metrics alone", () => {
  it("serves that to everybody who reaches it, nothing else, and closes at once", async () => {
    const { port, close } = await listenForMetrics(0, "127.0.0.1");
    const origin = `http://127.0.0.1:${port}`;
    const text = await (await fetch(`${origin}/metrics`)).text();
    for (const name of [
      "process_resident_memory_bytes",
      "process_start_time_seconds",
      "nodejs_heap_size_used_bytes",
      "nodejs_eventloop_lag_p99_seconds",
    ])
      expect(text).toContain(`\n${name} `);
    expect((await fetch(`${origin}/healthz`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: "POST" })).status).toBe(405);
    await close();
    await expect(fetch(`${origin}/metrics`)).rejects.toThrow("fetch failed");
  });

  it("that is in use is named with its setting", async () => {
    const { port, close } = await listenForMetrics(0, "127.0.0.1");
    const again = listenForMetrics(port, "127.0.0.1");
    await expect(again).rejects.toBeInstanceOf(ConfigurationError);
    await expect(again).rejects.toThrow(
      `Port ${port} of /metrics is taken. Set METRICS_PORT to another one.`,
    );
    await close();
  });
});
