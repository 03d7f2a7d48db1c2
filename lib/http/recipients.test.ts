import { once } from "node:events";
import { connect } from "node:net";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cookieName } from "@/lib/auth/cookies";
import { sessionSecret } from "@/lib/auth/next-auth";
import { beginSession } from "@/lib/auth/sessions";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { beginAudience, createAudience } from "@/lib/directory/audience/fill";
import { changeInstallationOwner } from "@/lib/directory/member/change-installation-owner";
import { createService } from "@/lib/directory/service/create";
import { recipientLine } from "@/lib/inputs/audience";
import { roles } from "@/lib/policy/roles";
import { eventsOf } from "@/lib/verb/testing";
import { openInterface, writeAll, type TestInterface } from "./testing";

const owner = { actor: testOwner() };
const lines = (...ids: string[]) =>
  ids.map((id) => recipientLine({ type: "userid", id })).join("\n");
const users = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `u${from + n}`);

describe("pieces of recipients over HTTP", () => {
  let database: Database;
  let served: TestInterface;
  let memberId: string;
  let member: Record<string, string>;

  beforeAll(async () => {
    database = await openTestDatabase();
    served = await openInterface(database);
    await changeInstallationOwner(
      { actor: { kind: "job", name: "test" } },
      { email: "a@b.example", name: "Ada", password: "correct horse battery" },
    );
    const [row] = await database.query<{ id: string }>("SELECT id FROM member");
    memberId = row?.id ?? "";
    member = await signedIn(memberId);
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const signedIn = async (id: string) => {
    const token = await encode({
      token: { sub: id, sid: await beginSession(id, 0) },
      secret: sessionSecret(),
    });
    return { cookie: `${cookieName("session")}=${token}`, origin: served.origin };
  };
  const headOf = (id: string, as = member) =>
    `PUT /audiences/${id}/recipients?from=0 HTTP/1.1\r\nhost: ${served.origin.slice(7)}\r\norigin: ${served.origin}\r\ncookie: ${as["cookie"]}`;
  /** Begins a piece of which nothing comes. */
  const beginPiece = async (id: string, as = member) => {
    const socket = connect(served.port, "127.0.0.1");
    socket.write(`${headOf(id, as)}\r\nexpect: 100-continue\r\ncontent-length: 100000\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 100 /);
    return socket;
  };
  const begin = (appid = "shop") => beginAudience(owner, { appid, name: newId() });
  const put = async (
    id: string,
    body: string | Uint8Array<ArrayBuffer>,
    { as = member, from = "0", method = "PUT" } = {},
  ) => {
    const answer = await fetch(`${served.origin}/audiences/${id}/recipients?from=${from}`, {
      method,
      headers: as,
      body,
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { recipients?: number; error?: string; problems?: object[] },
    };
  };
  const has = async (id: string) =>
    (
      await database.query<{ id: string }>(
        "SELECT destination AS id FROM audience_recipient WHERE audience_id = $1 ORDER BY position",
        [id],
      )
    ).map((one) => one.id);

  it("are added behind one another, in their order, and answered with what the list has", async () => {
    const id = await begin();
    expect(await put(id, lines(...users(0, 4_500)))).toEqual({
      status: 200,
      body: { recipients: 4_500 },
    });
    expect(await put(id, `${lines(...users(4_490, 4_510))}\n`, { from: "4500" })).toEqual({
      status: 200,
      body: { recipients: 4_510 },
    });
    expect(await has(id)).toEqual(users(0, 4_510));
    expect(await createAudience(owner, { id })).toBe(4_510);
    expect(await eventsOf(database, served.serviceId, "audience.create")).toHaveLength(1);
    expect(await put(id, lines("late"), { from: "4510" })).toMatchObject({
      status: 409,
      body: { error: "This list is not being filled." },
    });
  });

  it("change nothing when they come again, one after the other or at once", async () => {
    const id = await begin();
    const [first, second] = [lines(...users(0, 3_000)), lines(...users(3_000, 5_000))];
    await put(id, first);
    await put(id, second, { from: "3000" });
    const before = await has(id);
    expect(await put(id, first)).toEqual({ status: 200, body: { recipients: 5_000 } });
    expect(await put(id, second, { from: "3000" })).toEqual({
      status: 200,
      body: { recipients: 5_000 },
    });
    const answers = await Promise.all([1, 2, 3].map(() => put(id, first)));
    for (const { status, body } of answers)
      expect(status === 503 ? 5_000 : body.recipients).toBe(5_000);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await has(id)).toEqual(before);
  });

  it("are refused out of order, and accepted once those between have come", async () => {
    const id = await begin();
    await put(id, lines("a", "b"));
    expect(await put(id, lines("d"), { from: "3" })).toEqual({
      status: 409,
      body: {
        error: "The list has 2 recipients, and these follow the first 3. Send those between first.",
        problems: [
          {
            pointer: "/from",
            message:
              "The list has 2 recipients, and these follow the first 3. Send those between first.",
          },
        ],
      },
    });
    expect(await put(id, lines("c"), { from: "2" })).toMatchObject({ status: 200 });
    expect(await put(id, lines("d"), { from: "3" })).toMatchObject({ status: 200 });
    expect(await has(id)).toEqual(["a", "b", "c", "d"]);
  });

  it("are refused with the line, the field and the fix", async () => {
    const id = await begin();
    const good = users(0, 2_000);
    expect(await put(id, `${lines(...good)}\n["userid",""]`)).toEqual({
      status: 400,
      body: {
        error: "Line 2,001: id: must not be empty",
        problems: [{ pointer: "/2000/1", message: "Line 2,001: id: must not be empty" }],
      },
    });
    expect(await put(id, lines(...good, "mended"))).toEqual({
      status: 200,
      body: { recipients: 2_001 },
    });
    expect(await put(id, Uint8Array.from([0xff]))).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^Line 1: /) },
    });
    expect(await put(id, "")).toMatchObject({
      status: 400,
      body: { error: "The body has no recipients. Send one on each line." },
    });
    for (const from of ["", "-1", "x", "1e3", "9999999"])
      expect(await put(id, lines("a"), { from })).toMatchObject({
        status: 400,
        body: { problems: [{ pointer: "/from" }] },
      });
    expect(await has(id)).toHaveLength(2_001);
  });

  it("do not wait for one whose line broke in the middle", async () => {
    const id = await begin();
    const socket = await beginPiece(id);
    expect(await put(id, lines("a", "b"))).toEqual({ status: 200, body: { recipients: 2 } });
    socket.destroy();
  });

  it("of one member leave room for those of another", async () => {
    const id = await begin();
    const benId = newId();
    await database.query(
      "INSERT INTO member (id, email, name, password_hash, installation_owner) VALUES ($1, $2, 'Ben', '', true)",
      [benId, `${benId}@b.example`],
    );
    const ben = await signedIn(benId);
    const sockets = [];
    for (let n = 0; n < 4; n += 1) sockets.push(await beginPiece(await begin()));
    const answer = await fetch(`${served.origin}/audiences/${id}/recipients?from=0`, {
      method: "PUT",
      headers: member,
      body: lines("a"),
    });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await put(id, lines("a"), { as: ben })).toEqual({
      status: 200,
      body: { recipients: 1 },
    });
    for (let n = 0; n < 4; n += 1) sockets.push(await beginPiece(await begin(), ben));
    expect(await put(id, lines("b"), { as: ben, from: "1" })).toMatchObject({ status: 503 });
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(
      async () =>
        expect(await put(id, lines("b"), { from: "1" })).toEqual({
          status: 200,
          body: { recipients: 2 },
        }),
      30_000,
    );
  });

  it("are answered before they were read, to a browser as well", async () => {
    const piece = Array.from({ length: 40 }, () => Buffer.alloc(100_000, "x"));
    const stranger = { cookie: "none" };
    expect(
      await writeAll(served.port, `${headOf(newId(), stranger)}\r\ncontent-length: 4000000`, piece),
    ).toMatch(/^HTTP\/1\.1 401 /);
  });

  it("are refused beyond the bytes of a body and the recipients of a list", async () => {
    const id = await begin();
    const raw = await served.raw(
      `${headOf(id)}\r\ncontent-length: 5000001\r\nconnection: close\r\n\r\n`,
    );
    expect(raw).toMatch(/^HTTP\/1\.1 413 [^]*at most 5000000 bytes/);
    await put(id, lines("a", "b"));
    await database.query("UPDATE audience SET recipients = 1999999 WHERE id = $1", [id]);
    expect(await put(id, lines("c", "d"))).toMatchObject({
      status: 409,
      body: {
        error: "A list can have at most 2,000,000 recipients.",
        problems: [{ pointer: "/recipients" }],
      },
    });
    expect(await put(id, lines("a", "c"))).toEqual({
      status: 200,
      body: { recipients: 2_000_000 },
    });
    expect(await put(id, lines("b", "c"), { from: "1999999" })).toEqual({
      status: 200,
      body: { recipients: 2_000_000 },
    });
    expect(await has(id)).toEqual(["a", "b", "c"]);
  });

  it("are accepted from no other caller: no session, no page of ours, no other method", async () => {
    const id = await begin();
    expect(await put(id, lines("a"), { as: { origin: served.origin } })).toMatchObject({
      status: 401,
    });
    expect(
      await put(id, lines("a"), { as: { ...member, origin: "https://evil.example" } }),
    ).toMatchObject({ status: 403 });
    expect(await put(id, lines("a"), { as: { cookie: member["cookie"] ?? "" } })).toMatchObject({
      status: 403,
    });
    expect(
      await put(id, lines("a"), { as: { key: served.key, origin: served.origin } }),
    ).toMatchObject({ status: 401 });
    expect(await put(id, lines("a"), { method: "POST" })).toMatchObject({ status: 405 });
    expect(await put(newId(), lines("a"))).toMatchObject({ status: 404 });
    expect(await put("no-id", lines("a"))).toMatchObject({ status: 404 });
    expect(await has(id)).toEqual([]);
  });

  it("are accepted by role: in the member's own service alone", async () => {
    const { id: elsewhere } = await createService({ actor: testOwner() }, { name: "Elsewhere" });
    await database.transaction((tx) => testApp(tx, elsewhere, "elsewhere"));
    const [own, foreign] = [await begin(), await begin("elsewhere")];
    await database.query("UPDATE member SET installation_owner = false");
    const join = (serviceId: string, role: string) =>
      database.query(
        `INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, $3)
         ON CONFLICT (member_id, service_id) DO UPDATE SET role = excluded.role`,
        [memberId, serviceId, role],
      );
    expect(await put(own, lines("a"))).toMatchObject({ status: 403 });
    for (const role of roles) {
      await join(served.serviceId, role);
      const status = role === "viewer" ? 403 : 200;
      expect([role, await put(own, lines("a"))]).toMatchObject([role, { status }]);
      expect([role, await put(foreign, lines("a"))]).toMatchObject([
        role,
        { status: role === "viewer" ? 403 : 404 },
      ]);
    }
    // A marketer of one service who looks at another.
    await join(elsewhere, "viewer");
    expect(await put(foreign, lines("a"))).toMatchObject({ status: 403 });
    expect(await has(foreign)).toEqual([]);
    await database.query("UPDATE member SET installation_owner = true");
  });
});
