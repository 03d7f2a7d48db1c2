import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember, testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { testService } from "@/lib/updates/testing";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { checkNotifyurl } from "./check-notifyurl";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.1");

describe("a notify URL", () => {
  let sql: Database;
  let own: string;
  let foreign: string;
  let at: Receiver;
  const appid = "checked";
  beforeAll(async () => {
    sql = await openTestDatabase();
    own = await testService(sql, { notifyurl: "https://a.example/x" });
    foreign = await testService(sql, { notifyurl: "https://b.example/x" });
    at = await startReceiver();
    await createApp({ actor: testOwner() }, { serviceId: own, appid, name: "Checked" });
    await sql.query("UPDATE service SET https_only = false WHERE id = ANY($1::uuid[])", [
      [own, foreign],
    ]);
  }, 120_000);
  afterAll(async () => {
    await at.stop();
    await sql.close();
  }, 60_000);

  it("is called for marketers of its service alone, with an event", async () => {
    const marketer = testMember({ [own]: { role: "marketer" } });
    const before = await eventsOf(sql, own);
    const input = { appid, notifyurl: at.url, callbackData: "c" };
    await expect(
      checkNotifyurl({ actor: testMember({ [own]: { role: "viewer" } }) }, input),
    ).rejects.toThrow(ForbiddenError);
    await expect(
      checkNotifyurl({ actor: testMember({ [foreign]: { role: "owner" } }) }, input),
    ).rejects.toThrow(NotFoundError);
    await expect(checkNotifyurl({ actor: marketer }, { ...input, appid: "none" })).rejects.toThrow(
      NotFoundError,
    );
    expect(at.requests).toEqual([]);
    expect(await checkNotifyurl({ actor: marketer }, input)).toMatchObject({
      url: at.url,
      isAccepted: true,
      status: 200,
    });
    expect(at.requests).toHaveLength(1);
    expect((await eventsOf(sql, own)).slice(before.length)).toEqual([
      {
        action: "notifyurl.check",
        actorKind: "member",
        actorId: marketer.id,
        entityId: appid,
        snapshot: { notifyurl: at.url, notifyurlAuthId: "" },
      },
    ]);
  });

  it("is refused in the endpoint's words, at its field, and nothing is called or stored", async () => {
    const before = await eventsOf(sql, own);
    const problems = async (input: { appid: string; notifyurl?: string }) => {
      const error = await checkNotifyurl({ actor: testOwner() }, input).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(RefusedError);
      return (error as RefusedError).problems.map(({ pointer }) => pointer);
    };
    expect(await problems({ appid, notifyurl: "mailto:a" })).toEqual(["/notifyurl"]);
    const bare = "bare";
    const silent = await testService(sql);
    await createApp({ actor: testOwner() }, { serviceId: silent, appid: bare, name: "Bare" });
    expect(await problems({ appid: bare })).toEqual(["/notifyurl"]);
    expect(await eventsOf(sql, own)).toEqual(before);
  });
});
