import { expect, it } from "vitest";
import { startServer, startUsed } from "@/e2e/support/server";

it("a request that was answered with 1001 is delivered although the process is killed at once", async () => {
  const server = await startUsed();
  try {
    const send = (text: string) =>
      fetch(`${server.origin}/resources/v1/messaging`, {
        method: "POST",
        headers: { key: server.serviceKey },
        body: JSON.stringify({
          deliverychannel: "push",
          appid: "sandbox",
          destination: [{ userid: ["user-1"] }],
          channels: { push: { android: { text }, ios: { text } } },
        }),
      });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send(`Before the crash ${n}`)),
    );
    const killed = server.kill();
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const transids = await Promise.all(
      answers.map(
        async (answer) =>
          ((await answer.json()) as { response: [{ transid: string }] }).response[0].transid,
      ),
    );
    await killed;
    await server.start();
    for (const transid of transids)
      await expect
        .poll(
          async () => {
            const status = await fetch(`${server.origin}/resources/v1/messaging/${transid}`, {
              headers: { key: server.serviceKey },
            });
            const { counts } = (await status.json()) as { counts: Record<string, number> };
            return (counts["submitted"] ?? 0) + (counts["delivered"] ?? 0);
          },
          { timeout: 60_000 },
        )
        .toBe(2);
  } finally {
    await server.stop();
  }
});

it("a second process on the same data folder stops with a clear message", async () => {
  const server = await startUsed();
  try {
    await expect(startServer({ DATA_DIR: server.dataDir })).rejects.toThrow(/in use|already/i);
  } finally {
    await server.stop();
  }
});
