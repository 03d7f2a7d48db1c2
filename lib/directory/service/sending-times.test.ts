import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { changeService } from "./change";
import { createService } from "./create";
import { openService } from "./open";
import { sendingTimesOf } from "./sending-times";

const as = { actor: testOwner() };
const everyDay = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

describe("sending times of a service", () => {
  let database: Database;
  let serviceId: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    ({ id: serviceId } = await createService(as, { name: "Shop" }));
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const set = (times: object) =>
    changeService(as, {
      part: "sending",
      serviceId,
      timezone: "Europe/Berlin",
      windowDays: [...everyDay],
      ...times,
    });
  const problem = async (refused: Promise<unknown>) => {
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    const [first] = (error as RefusedError).problems;
    return [first?.pointer, first?.message];
  };

  it("are any time of UTC at first", async () => {
    expect(await sendingTimesOf(database, serviceId)).toEqual({
      timezone: "UTC",
      hours: { quiet: null, window: null },
    });
  });

  it("are changed with a record of what was there before", async () => {
    await set({
      quietFrom: 1_320,
      quietTo: 480,
      windowFrom: 540,
      windowTo: 1_020,
      windowDays: ["friday", "monday"],
    });
    expect(await openService(as, { serviceId })).toMatchObject({
      timezone: "Europe/Berlin",
      quietFrom: 1_320,
      quietTo: 480,
      windowDays: [1, 5],
    });
    expect(await sendingTimesOf(database, serviceId)).toEqual({
      timezone: "Europe/Berlin",
      hours: {
        quiet: { from: 1_320, to: 480 },
        window: { from: 540, to: 1_020, days: [1, 5] },
      },
    });
    expect((await eventsOf(database, serviceId, "service.change")).at(-1)?.snapshot).toEqual({
      before: {
        timezone: "UTC",
        quietFrom: null,
        quietTo: null,
        windowFrom: null,
        windowTo: null,
        windowDays: "",
      },
      after: {
        timezone: "Europe/Berlin",
        quietFrom: 1_320,
        quietTo: 480,
        windowFrom: 540,
        windowTo: 1_020,
        windowDays: "1, 5",
      },
    });
    await set({});
    expect((await sendingTimesOf(database, serviceId)).hours).toEqual({
      quiet: null,
      window: null,
    });
  });

  it("are refused at the field that is wrong", async () => {
    expect(await problem(set({ quietFrom: 60 }))).toEqual([
      "/quietTo",
      "quietTo: Enter when these hours end, or leave both empty.",
    ]);
    expect(await problem(set({ windowFrom: 60, windowTo: 60 }))).toEqual([
      "/windowTo",
      "windowTo: Enter another time than the one at which these hours begin.",
    ]);
    expect(await problem(set({ windowFrom: 540, windowTo: 600, windowDays: [] }))).toEqual([
      "/windowDays",
      "windowDays: Choose at least one day.",
    ]);
    expect((await problem(set({ timezone: "Europe/Atlantis" })))[0]).toBe("/timezone");
    expect(
      await problem(set({ quietFrom: 480, quietTo: 1_200, windowFrom: 540, windowTo: 1_020 })),
    ).toEqual(["/windowTo", "Quiet hours cover the whole window, so no campaign could be sent."]);
  });
});
