import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { ForbiddenError } from "@/lib/auth/member";
import { beginSession, memberOfSession } from "@/lib/auth/sessions";
import { ageTries, testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { setupSchema } from "@/lib/inputs/member";
import { onBehalfOf } from "@/lib/verb/client";
import { RefusedError } from "@/lib/verb/errors";
import { changeInstallationOwner } from "./change-installation-owner";
import { createInstallationOwner } from "./create-installation-owner";
import { issueSetupCode } from "./setup-code";
import { signOutEverywhere } from "./sign-out-everywhere";

const setup = { kind: "job", name: "setup" } as const;

describe("members", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const owner = { email: "ada@example.com", name: "Ada", password: "a long enough one" };
  const create = (input: z.input<typeof setupSchema>, client: string) =>
    onBehalfOf(client, () => createInstallationOwner({ actor: setup }, input));
  const problems = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return error instanceof RefusedError ? error.problems : [error];
  };

  it("are not created by members: a wrong e-mail address is refused at its field", async () => {
    const member = testMember({});
    await expect(changeInstallationOwner({ actor: member }, owner)).rejects.toThrow(ForbiddenError);
    expect(await problems(create({ ...owner, code: "x", email: "ada" }, "203.0.113.9"))).toEqual([
      { pointer: "/email", message: "email: Write an e-mail address, like ada@example.com." },
    ]);
  });

  it("begin with the code that was printed", async () => {
    const code = (await issueSetupCode()) ?? "";
    const tries = async (count: number) => {
      const wrong = await Promise.all(
        Array.from({ length: count }, () =>
          problems(create({ ...owner, code: "AAAA-BBBB-CCCC" }, "203.0.113.1")),
        ),
      );
      const problemList = wrong.flat() as { pointer: string; message: string }[];
      expect(new Set(problemList.map(({ pointer }) => pointer))).toEqual(new Set(["/code"]));
      const saying = (beginning: string) =>
        problemList.filter(({ message }) => message.startsWith(beginning)).length;
      return { wrong: saying("Wrong setup code"), paused: saying("Too many wrong codes.") };
    };
    expect(await tries(5)).toEqual({ wrong: 5, paused: 0 });
    await ageTries(database);
    expect(await tries(30)).toEqual({ wrong: 1, paused: 29 });
    expect(await problems(create({ ...owner, code }, "203.0.113.2"))).toEqual([undefined]);
    expect(await database.query("SELECT installation_owner FROM member")).toEqual([
      { installation_owner: true },
    ]);
    expect(
      await database.query("SELECT actor_kind, actor_id, service_id, snapshot FROM audit_event"),
    ).toEqual([
      {
        actor_kind: "job",
        actor_id: "setup",
        service_id: null,
        snapshot: '{"email":"ada@example.com","installationOwner":true}',
      },
    ]);
  });

  it("are created in this way once", async () => {
    expect(await issueSetupCode()).toBeUndefined();
    expect(
      await changeInstallationOwner(
        { actor: { kind: "job", name: "setup" } },
        { ...owner, email: "eve@example.com" },
      ),
    ).toBe(false);
    expect(await database.query("SELECT email FROM member")).toEqual([
      { email: "ada@example.com" },
    ]);
  });

  it("are who they are in each service, as long as they are", async () => {
    const [row] = await database.query<{ id: string }>("SELECT id FROM member");
    const memberId = row?.id ?? "";
    const session = { memberId, sessionId: await beginSession(memberId, 0) };
    const services = [newId(), newId()];
    for (const id of services)
      await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);
    await database.query(
      "INSERT INTO membership (member_id, service_id, role, may_send) VALUES ($1, $2, 'marketer', true), ($1, $3, 'viewer', false)",
      [memberId, ...services],
    );
    expect((await memberOfSession(session, true))?.services).toEqual({
      [services[0] ?? ""]: { role: "marketer", maySend: true, mayApprove: false },
      [services[1] ?? ""]: { role: "viewer", maySend: false, mayApprove: false },
    });
    await database.query("DELETE FROM membership WHERE member_id = $1", [memberId]);
    expect((await memberOfSession(session, true))?.services).toEqual({});
  });

  it("end all their own sessions at once, with an audit event", async () => {
    const [row] = await database.query<{ id: string }>("SELECT id FROM member");
    const memberId = row?.id ?? "";
    const session = { memberId, sessionId: await beginSession(memberId, 0) };
    const member = await memberOfSession(session, true);
    expect(member?.name).toBe("Ada");
    await signOutEverywhere({ actor: testMember({}) }, {});
    expect(await memberOfSession(session, true)).toBeDefined();
    await expect(
      signOutEverywhere(
        { actor: { kind: "serviceKey", serviceId: memberId, scopes: ["send"] } },
        {},
      ),
    ).rejects.toThrow(ForbiddenError);
    if (member) await signOutEverywhere({ actor: member }, {});
    expect(await memberOfSession(session, true)).toBeUndefined();
    expect(
      await database.query(
        "SELECT actor_id, snapshot FROM audit_event WHERE action = 'self.signOutEverywhere' AND entity_id = $1",
        [memberId],
      ),
    ).toEqual([{ actor_id: memberId, snapshot: "{}" }]);
  });
});
