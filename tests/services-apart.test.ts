import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import { type Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { countCoverage } from "@/lib/directory/audience/count-coverage";
import { findTestTargets } from "@/lib/directory/audience/test-targets";
import { listAuditEvents } from "@/lib/directory/audit/list";
import { listDevices } from "@/lib/directory/device/list";
import { listServices } from "@/lib/directory/service/list";
import { listServicePage } from "@/lib/directory/service/page";
import { listCampaigns } from "@/lib/results/campaign-list";
import { findByName } from "@/lib/results/find-by-name";
import { overview } from "@/lib/results/overview";
import { listMessages } from "@/lib/results/read-messages";
import { messageStatus } from "@/lib/results/status";
import { readTestProgress } from "@/lib/results/test-progress";
import { writeDeliveries } from "@/lib/results/testing";
import { NotFoundError } from "@/lib/verb/errors";
import { exempt } from "./exempt-readers";
import { ofCounts, ofServices, ofThings, type MemberContext } from "./readers";
import { twoServices, type FullService } from "./two-services";

const folders = ["lib/results", "lib/directory", "lib/check", "lib/notices", "lib/sign-on"];
const root = join(import.meta.dirname, "..");
const writes = /\b(INSERT INTO|UPDATE|DELETE FROM)\b|= verb(InSteps)?\(/;

/**
 * The names of all that reads in these folders: every view, and every exported function of a file
 * that asks the database and changes nothing.
 */
function readers(): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(folder, file),
    ),
  );
  return files
    .filter((file) => file.endsWith(".ts") && !/(\.test|\/testing|\/service-of)\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const views = [...text.matchAll(/^export const (\w+) = view\(/gm)];
      const plain =
        writes.test(text) || !text.includes(".query")
          ? []
          : [...text.matchAll(/^export (?:async )?function (\w+)/gm)];
      return [...views, ...plain].map(([, name = ""]) => name);
    });
}

it("asks everything that reads, or says why not", () => {
  const coveredReaders = [
    ...Object.keys(ofServices),
    ...Object.keys(ofThings),
    ...Object.keys(ofCounts),
    ...Object.keys(exempt),
  ];
  expect(readers().length).toBeGreaterThan(20);
  expect(readers().filter((name) => !coveredReaders.includes(name))).toEqual([]);
});

describe("two services", () => {
  let database: Database;
  let own: FullService;
  let foreign: FullService;
  let as: MemberContext;

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ own, foreign } = await twoServices(database));
    as = { actor: testMember({ [own.serviceId]: { role: "owner" } }) };
  });
  afterAll(() => database.close());

  /** What of a service is in an answer: its ids, and the mark of its texts. */
  const tracesOf = (service: FullService, answer: unknown) => {
    const text = JSON.stringify(answer) ?? "";
    return [service.mark, ...service.ids].filter((trace) => text.includes(trace));
  };

  it.each(Object.entries({ ...ofServices, ...ofThings }))(
    "%s answers of its own service, and nothing of the other",
    async (_name, call) => {
      const answer = await call(as, own);
      expect(tracesOf(foreign, answer)).toEqual([]);
      expect(tracesOf(own, answer)).not.toEqual([]);
      // The other way round: there is something to be found.
      expect(tracesOf(foreign, await call({ actor: testOwner() }, foreign))).not.toEqual([]);
    },
  );

  it.each(Object.entries({ ...ofServices, ...ofThings, ...ofCounts }))(
    "%s finds nothing of the other service, as of one that is none",
    async (_name, call) => {
      const nothing: FullService = {
        ...foreign,
        serviceId: newId(),
        appid: "none",
        audienceId: newId(),
        campaignId: newId(),
        transid: newId(),
      };
      const answerFor = async (of: FullService) => call(as, of).catch((error: unknown) => error);
      const answer = await answerFor(foreign);
      expect(answer).toBeInstanceOf(NotFoundError);
      expect((answer as Error).message).toBe(((await answerFor(nothing)) as Error).message);
    },
  );

  it("leaves filters within the service", async () => {
    const { serviceId } = own;
    const answers = [
      await listMessages(as, { serviceId, appid: foreign.appid }),
      await listMessages(as, { serviceId, source: "console" }),
      await listMessages(as, { serviceId, after: "ffffffff-ffff-7fff-bfff-ffffffffffff" }),
      await listMessages(as, { serviceId, recipient: "shared-user" }),
      await listMessages(as, { serviceId, text: foreign.transid }),
      await listMessages(as, { serviceId, text: "mark" }),
      await findByName(as, { serviceId, text: "mark" }),
      await listCampaigns(as, { serviceId, text: "mark" }),
      await listAuditEvents(as, { serviceId, object: foreign.audienceId }),
      await listAuditEvents(as, { serviceId, person: `${foreign.mark} job` }),
      await listDevices(as, { serviceId, appid: foreign.appid }),
      await listDevices(as, { serviceId, ids: [foreign.deviceId] }),
      await listDevices(as, { serviceId, userid: "shared-user" }),
      await listDevices(as, { serviceId, text: "shared-user" }),
      await listDevices(as, { serviceId, text: "shared-push-id" }),
      await listDevices(as, { serviceId, text: "mark" }),
      await findTestTargets(as, { appid: own.appid, text: "", chosen: [foreign.deviceId] }),
      await readTestProgress(as, { transids: [own.transid, foreign.transid] }),
    ];
    for (const answer of answers) expect(tracesOf(foreign, answer)).toEqual([]);
    const shared = await listDevices(as, { serviceId, text: "shared-push-id" });
    expect(shared.rows.map(({ id }) => id)).toEqual([own.deviceId]);
  });

  it("counts within the service alone", async () => {
    expect((await overview(as, { serviceId: own.serviceId })).firstSteps).toEqual({
      sentOne: false,
      readOne: false,
      usedApi: false,
    });
    await database.query("UPDATE service SET sandbox = true");
    const { total, bars, firstSteps } = await overview(as, { serviceId: own.serviceId });
    expect(total).toEqual({
      messages: 2,
      queued: 0,
      submitted: 0,
      delivered: 0,
      read: 1,
      failed: 1,
      expired: 1,
      capped: 0,
    });
    expect(bars.reduce((sum, { read, failed }) => sum + read + failed, 0)).toBe(3);
    expect(firstSteps).toEqual({ sentOne: true, readOne: true, usedApi: true });
    await writeDeliveries(database, async (tx) => {
      await tx.query("DELETE FROM delivery WHERE service_id = $1", [own.serviceId]);
      await tx.query("DELETE FROM message WHERE service_id = $1 AND source = 'console'", [
        own.serviceId,
      ]);
    });
    const later = await overview(as, { serviceId: own.serviceId });
    expect(later.total).toMatchObject({ messages: 1, read: 0, failed: 0 });
    expect(later.firstSteps).toEqual({ sentOne: false, readOne: false, usedApi: true });
    await database.query("UPDATE service SET sandbox = false");
  });

  it("counts devices behind its own lists and in its own apps alone", async () => {
    const count = (appids: string[], audienceId: string) =>
      countCoverage(as, { appids, audienceId, from: 0, named: {} });
    expect(await count([own.appid], own.audienceId)).toMatchObject({ next: null });
    await expect(count([own.appid], foreign.audienceId)).rejects.toThrow(NotFoundError);
    await expect(count([own.appid, foreign.appid], own.audienceId)).rejects.toThrow(NotFoundError);
    const shared = { audienceId: null, from: 0, named: { userid: ["shared-user"] } };
    const { groups } = await countCoverage(as, { appids: [own.appid], ...shared });
    const { rows } = await listDevices(as, {
      serviceId: own.serviceId,
      userid: "shared-user",
      state: "active",
    });
    expect(groups.devices.reduce((sum, devices) => sum + devices, 0)).toBe(rows.length);
  });

  it("answers a program about its own messages alone", async () => {
    const key = {
      actor: { kind: "serviceKey", serviceId: own.serviceId, scopes: ["status"] },
    } as const;
    await expect(messageStatus(key, { transid: foreign.transid })).rejects.toThrow(NotFoundError);
    expect(await messageStatus(key, { transid: own.emptyTransid })).toMatchObject({
      transid: own.emptyTransid,
    });
  });

  it("lists the services that one is in, with what one is there", async () => {
    const services = await listServices(as);
    expect(services).toMatchObject([
      { id: own.serviceId, name: "ownmark service", sandbox: false, role: "owner" },
    ]);
    const marketer = testMember({
      [foreign.serviceId]: { role: "marketer" },
      [own.serviceId]: { role: "viewer" },
    });
    expect((await listServices({ actor: marketer })).map(({ id, role }) => [id, role])).toEqual([
      [own.serviceId, "viewer"],
      [foreign.serviceId, "marketer"],
    ]);
    expect((await listServices({ actor: testOwner() })).map(({ role }) => role)).toEqual([
      "owner",
      "owner",
    ]);
    expect(await listServices({ actor: testMember({}) })).toEqual([]);
    const page = async (actor: MemberContext["actor"], text?: string) =>
      (await listServicePage({ actor }, { text })).rows.map(({ id, role }) => [id, role]);
    expect(await page(as.actor)).toEqual([[own.serviceId, "owner"]]);
    expect(await page(as.actor, "strangemark")).toEqual([]);
    expect(await page(marketer)).toEqual([
      [own.serviceId, "viewer"],
      [foreign.serviceId, "marketer"],
    ]);
    expect(await page(testOwner(), "strangemark")).toEqual([[foreign.serviceId, "owner"]]);
    expect(await page(testMember({}))).toEqual([]);
  });
});
