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
    const readStatus = async () => {
      const status = await fetch(`${copy.origin}/resources/v1/messaging/${response[0].transid}`, {
        headers: { key: copy.serviceKey },
      });
      return (await status.json()) as { state: string; counts: Record<string, number> };
    };
    expect(copy.output()).toContain("looks like a copy");
    const stored = () =>
      query<{ jobs: number; unclaimed: number; polls: number }>(
        copy.socket,
        `SELECT (SELECT count(*)::int FROM job) AS jobs, (SELECT count(*)::int FROM job WHERE lease_token IS NULL AND failures = 0) AS unclaimed,
           (SELECT (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int FROM pg_stat_user_tables WHERE relname = 'setting') AS polls`,
      ).then(([row]) => row ?? { jobs: 0, unclaimed: 0, polls: 0 });
    const { polls } = await stored();
    // It reads the setting every two seconds, and would have sent in that time.
    await expect.poll(async () => (await stored()).polls).toBeGreaterThan(polls + 1);
    const { jobs, unclaimed } = await stored();
    expect(jobs).toBeGreaterThan(0);
    expect(unclaimed).toBe(jobs);
    const { state, counts } = await readStatus();
    expect(state).toBe("accepted");
    expect(Object.values(counts)).toEqual(Object.values(counts).map(() => 0));
    // As `clarion installation move` does.
    await query(copy.socket, "DELETE FROM setting WHERE name = 'installation_place'");
    await expect
      .poll(async () => {
        const { submitted = 0, delivered = 0 } = (await readStatus()).counts;
        return submitted + delivered;
      })
      .toBeGreaterThan(0);
  } finally {
    await copy.stop();
    await original.stop();
    remove();
  }
});
