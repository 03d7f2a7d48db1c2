import { cpSync } from "node:fs";
import { expect, it } from "vitest";
import { query } from "@/e2e/support/ask-server";
import { startServer, startUsed } from "@/e2e/support/server";
import { temporaryFolder } from "../../tools/ending.mjs";

it("a copy of an installation accepts messages, and sends nothing until a person says so", async () => {
  const original = await startUsed();
  await original.end();
  const { path, remove } = temporaryFolder("clarion-copied");
  cpSync(original.dataDir, path, { recursive: true });
  const copy = await startServer({}, path);
  try {
    const answer = await fetch(`${copy.origin}/resources/v1/messaging`, {
      method: "POST",
      headers: { key: copy.serviceKey },
      body: JSON.stringify({
        deliverychannel: "push",
        appid: "sandbox",
        destination: [{ userid: ["user-1"] }],
        channels: { push: { android: { text: "From the copy" } } },
      }),
    });
    expect(answer.status).toBe(200);
    const { response } = (await answer.json()) as { response: [{ transid: string }] };
    const counts = async () => {
      const status = await fetch(`${copy.origin}/resources/v1/messaging/${response[0].transid}`, {
        headers: { key: copy.serviceKey },
      });
      return ((await status.json()) as { counts: Record<string, number> }).counts;
    };
    expect(copy.output()).toContain("looks like a copy");
    const jobs = () => query<{ n: number }>(copy.socket, "SELECT count(*)::int AS n FROM job");
    expect(await jobs()).toEqual([{ n: expect.any(Number) as number }]);
    expect((await jobs())[0]?.n).toBeGreaterThan(0);
    expect(Object.values(await counts()).every((count) => count === 0)).toBe(true);
    // As `clarion installation move` does.
    await query(copy.socket, "DELETE FROM setting WHERE name = 'installation_place'");
    await expect
      .poll(async () => {
        const { submitted = 0, delivered = 0 } = await counts();
        return submitted + delivered;
      })
      .toBeGreaterThan(0);
  } finally {
    await copy.stop();
    await original.stop();
    remove();
  }
});
