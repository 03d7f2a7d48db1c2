import { createECDH } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readDeviceFile } from "@/components/device/read-device-file";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { eventsOf } from "@/lib/verb/testing";
import { exportDevices } from "./export";
import { importDevices } from "./import";

const as = { actor: testOwner() };
const p256dh = createECDH("prime256v1").generateKeys().toString("base64url");
const subscription = { endpoint: "https://push.example/x", keys: { p256dh, auth: "A".repeat(22) } };

describe("devices in files", () => {
  let database: Database;
  let [serviceId, other] = ["", ""];
  let [appid, otherAppid] = ["", ""];

  beforeAll(async () => {
    database = await openTestDatabase();
    [serviceId, other] = [newId(), newId()];
    [appid, otherAppid] = [`shop-${serviceId}`, `else-${other}`];
    for (const [id, name] of [
      [serviceId, appid],
      [other, otherAppid],
    ]) {
      await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);
      await database.query(
        "INSERT INTO app (id, service_id, appid, name, client_key, shared_devices) VALUES ($1, $1, $2, $2, $2, true)",
        [id, name],
      );
    }
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const exportedText = async (options: Omit<Parameters<typeof exportDevices>[1], "serviceId">) => {
    let text = "";
    for await (const part of (await exportDevices(as, { serviceId, ...options })).parts)
      text += part;
    return text;
  };
  const linesOf = async (text: string) => {
    const file = readDeviceFile(text);
    if ("problem" in file) throw new Error(file.problem);
    return file;
  };
  const stateOf = () =>
    database.query(
      `SELECT d.kind, d.pushid, d.subscription, d.deviceid, d.model, d.os, d.language, d.timezone, d.state, array_agg(u.userid ORDER BY u.userid) AS users
       FROM device d LEFT JOIN device_user u ON u.device_id = d.id WHERE d.app_id = $1 GROUP BY d.id ORDER BY d.pushid`,
      [serviceId],
    );

  it("saves the right lines of a file, and reports each other one", async () => {
    const { lines, problems } = await linesOf(
      [
        "appid,userid,deviceid,kind,pushid,subscription,model,unknown",
        `${appid},maya,d-1,android,'=token-1,,"Pixel, 9",x`,
        `${appid},li,d-1,android,'=token-1,,,x`,
        `${appid},,d-2,chrome,,"${JSON.stringify(subscription).replaceAll('"', '""')}",,`,
        `${appid},maya,d-3,toaster,token-3,,,`,
        `${otherAppid},maya,d-4,ios,token-4,,,`,
        `${appid},maya,,ios,token-5,,,`,
        `${appid},maya,d-6,chrome,,{not json,,`,
        `${appid},maya,d-7,chrome,,"${JSON.stringify({ ...subscription, keys: { ...subscription.keys, p256dh: "A".repeat(87) } }).replaceAll('"', '""')}",,`,
      ].join("\r\n"),
    );
    expect(problems).toEqual([{ line: 8, message: "subscription: is no JSON object." }]);
    const imported = await importDevices(as, { serviceId, lines });
    expect(imported).toMatchObject({ created: 2, updated: 1, skipped: 0 });
    expect(imported.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      expect.stringMatching(/^5 kind/),
      "6 appid: is no app of this service.",
      "7 deviceid: is missing.",
      "9 subscription, keys, p256dh: is no point of P-256.",
    ]);
    expect(await stateOf()).toMatchObject([
      { pushid: "=token-1", model: "Pixel, 9", users: ["li", "maya"] },
      { kind: "chrome", subscription, users: [null] },
    ]);
    expect(
      (await eventsOf(database, serviceId, "device.import")).map(({ snapshot }) => snapshot),
    ).toEqual([{ created: 2, updated: 1, faulty: 4 }]);
  });

  it.each(["csv", "ndjson"] as const)(
    "writes %s that changes nothing when it is read again",
    async (format) => {
      const before = await stateOf();
      const text = await exportedText({ format, tokens: true });
      const { lines, problems } = await linesOf(text);
      expect({ lines: lines.length, problems }).toEqual({ lines: 3, problems: [] });
      expect(await importDevices(as, { serviceId, lines })).toMatchObject({
        created: 0,
        updated: 3,
        problems: [],
      });
      expect(await stateOf()).toEqual(before);
      // No cell of it is run as a formula.
      expect(text.includes("'=token-1")).toBe(format === "csv");
    },
  );

  it("writes tokens only when it is asked for them, and what fits alone", async () => {
    for (const format of ["csv", "ndjson"] as const) {
      const text = await exportedText({ format });
      expect(text).not.toMatch(/token-1|push\.example|w_/);
      expect(text).toContain("fingerprint");
    }
    const rows = (await exportedText({ format: "ndjson", text: "ma" })).trim().split("\n");
    expect(rows.map((row) => (JSON.parse(row) as { userid: string }).userid)).toEqual([
      "li",
      "maya",
    ]);
    expect(await exportedText({ format: "ndjson", state: "removed" })).toBe("");
    const events = await eventsOf(database, serviceId, "device.export");
    expect(events.at(-2)?.snapshot).toEqual({
      format: "ndjson",
      tokens: false,
      appid: null,
      kind: null,
      state: null,
      searched: true,
    });
    expect(JSON.stringify(events)).not.toContain('"ma"');
  });

  it("reports languages and time zones that cannot be read, and registers their devices", async () => {
    const { lines } = await linesOf(
      `appid;deviceid;kind;pushid;language;timezone\n${appid};w-1;hms;w-1;klingon;GMT+02:00\n${appid};w-2;hms;w-2;pt_BR;Mars\n${appid};w-3;hms;w-3;;\n`,
    );
    const imported = await importDevices(as, { serviceId, lines });
    expect(imported).toEqual({
      created: 3,
      updated: 0,
      skipped: 0,
      problems: [],
      warnings: [
        {
          line: 2,
          message:
            "language: 'klingon' is not a language that can be read; the device gets the default text.",
        },
        { line: 3, message: "timezone: 'Mars' is not a time zone." },
      ],
    });
    const own = (row: unknown) => (row as { deviceid: string }).deviceid.startsWith("w-");
    expect((await stateOf()).filter(own)).toMatchObject([
      { timezone: "Etc/GMT-2" },
      { language: "pt_BR" },
      {},
    ]);
    await database.query("DELETE FROM device WHERE app_id = $1 AND deviceid LIKE 'w-%'", [
      serviceId,
    ]);
  });

  it("does not bring back what is out of use", async () => {
    await database.query("UPDATE device SET state = 'removed' WHERE app_id = $1", [serviceId]);
    const { lines } = await linesOf(await exportedText({ format: "ndjson", tokens: true }));
    expect(await importDevices(as, { serviceId, lines })).toEqual({
      created: 0,
      updated: 0,
      skipped: 3,
      problems: [],
      warnings: [],
    });
  });

  it("writes more devices than it has in memory at a time, each once", async () => {
    await database.query(
      `INSERT INTO device (id, app_id, kind, pushid, push_hash) SELECT gen_random_uuid(), $1, 'ios', 'many ' || n, sha256(convert_to('many ' || n, 'UTF8')) FROM generate_series(1, 4500) n`,
      [serviceId],
    );
    const text = await exportedText({ format: "ndjson", kind: "ios", tokens: true });
    const ids = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { pushid: string }).pushid);
    expect(new Set(ids).size).toBe(4_500);
    expect(ids).toHaveLength(4_500);
  });

  it("is for admins", async () => {
    for (const role of ["viewer", "marketer"] as const) {
      const actor = testMember({ [serviceId]: { role } });
      await expect(exportDevices({ actor }, { serviceId, format: "csv" })).rejects.toThrow(
        ForbiddenError,
      );
      await expect(
        importDevices({ actor }, { serviceId, lines: [{ line: 1, device: {} }] }),
      ).rejects.toThrow(ForbiddenError);
    }
  });
});

it("says at which line a spreadsheet damaged an id, blank lines and line breaks counted", async () => {
  const text = `appid;PushID;UserID;model\n\na;t-1;4,68769E+17;"one\ntwo"\na;"=""0043""";maya;\na;'=t-2;000042;\n`;
  expect(readDeviceFile(text)).toEqual({
    lines: [{ line: 6, device: { appid: "a", pushid: "=t-2", userid: "000042" } }],
    problems: [
      {
        line: 3,
        message: expect.stringMatching(
          /^userid: is a number that a spreadsheet shortened/,
        ) as unknown,
      },
      { line: 5, message: expect.stringMatching(/^pushid: is quoted as a formula/) as unknown },
    ],
  });
});

it("says what is wrong with a file as a whole", async () => {
  expect(readDeviceFile("a,b\n1,2")).toMatchObject({
    problem: expect.stringContaining("pushid") as unknown,
  });
  expect(readDeviceFile("appid,pushid\n")).toEqual({ problem: "There is no device in this file." });
  expect(readDeviceFile('appid,pushid\n"a,b')).toMatchObject({
    problem: expect.stringContaining("quotation mark") as unknown,
  });
  expect(readDeviceFile('{"a":1}\nnope\n\n{"b":2}')).toEqual({
    lines: [
      { line: 1, device: { a: 1 } },
      { line: 4, device: { b: 2 } },
    ],
    problems: [{ line: 2, message: "This is no JSON object. Column 1: expected a value." }],
    ignored: ["a", "b"],
  });
});
