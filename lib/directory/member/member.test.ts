import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginSession, memberOfSession } from "@/lib/auth/sessions";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { createOwner, issueSetupCode } from "./setup";
import { signOutEverywhere } from "./sign-out-everywhere";

describe.each(testDatabases())("members, on $name", ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const owner = { email: "ada@example.com", name: "Ada", password: "a long enough one" };

  it("begin with the code that was printed: who tries wrong ones has to pause, and nobody else", async () => {
    const code = (await issueSetupCode()) ?? "";
    const wrong = await Promise.all(Array.from({ length: 30 }, () => createOwner({ ...owner, code: "AAAA-BBBB-CCCC" }, "203.0.113.1")));
    const messages = wrong.map((result) => (result.ok ? "made" : result.problems[0]?.message));
    expect(messages.filter((message) => message?.startsWith("This is not the code") === true).length).toBeLessThanOrEqual(10);
    expect(messages.filter((message) => message?.startsWith("Too many wrong codes.") === true).length).toBeGreaterThanOrEqual(20);
    expect(await createOwner({ ...owner, code }, "203.0.113.2")).toEqual({ ok: true });
  });

  it("end all their sessions at once, which leaves an audit event", async () => {
    const [row] = await database.query<{ id: string }>("SELECT id FROM member");
    const memberId = row?.id ?? "";
    const session = { memberId, sessionId: await beginSession(memberId, 0) };
    const member = await memberOfSession(session, true);
    expect(member?.name).toBe("Ada");
    if (member) await signOutEverywhere(member);
    expect(await memberOfSession(session, true)).toBeUndefined();
    expect(await database.query("SELECT actor_id, entity_id FROM audit_event WHERE action = 'member.signOutEverywhere'")).toEqual([
      { actor_id: memberId, entity_id: memberId },
    ]);
  });
});
