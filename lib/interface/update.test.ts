import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deliveryStatusOf, deliveryUpdate, timeStamp } from "./update";
import type { DeliveryUpdate } from "./update";

const folder = join(import.meta.dirname, "samples/updates");
const read = (file: string) =>
  JSON.parse(readFileSync(join(folder, file), "utf8")) as DeliveryUpdate;

describe("deliveryUpdate", () => {
  it.each(readdirSync(folder))("writes %s as published, key by key", (file) => {
    const sample = read(file);
    const { deliveryInfo, transid, callbackData, correlationid } = sample.deliveryInfoNotification;
    const {
      timeStamp: at,
      code,
      pushId,
      destination,
      destinationType,
      deviceid,
      interaction,
    } = deliveryInfo;
    const update = deliveryUpdate({
      timeStamp: at,
      code,
      pushId,
      destination,
      destinationType: destinationType === "" ? undefined : destinationType,
      deviceid,
      transid,
      callbackData,
      correlationid,
      ...(interaction
        ? { interaction: { button: interaction.Button_Pressed, pushref: interaction.pushref } }
        : {}),
    });
    expect(JSON.stringify(update)).toBe(JSON.stringify(sample));
  });

  it("has every key, empty without a value, and interaction only when there is one", () => {
    const { deliveryInfo, ...rest } = deliveryUpdate({
      timeStamp: "t",
      code: "7501",
      transid: "x",
      interaction: {},
    }).deliveryInfoNotification;
    expect(Object.keys(deliveryInfo)).toEqual([
      "timeStamp",
      "pushId",
      "Description",
      "code",
      "deliveryChannel",
      "destination",
      "destinationType",
      "deviceid",
      "deliveryStatus",
    ]);
    expect(rest).toEqual({ subtid: "", transid: "x", callbackData: "", correlationid: "" });
    expect(
      deliveryUpdate({
        timeStamp: "t",
        code: "7502",
        transid: "x",
        interaction: { button: "REPLY", reply: "hi" },
      }).deliveryInfoNotification.deliveryInfo.interaction,
    ).toEqual({
      Button_Pressed: "REPLY",
      pushref: "",
      reply: "hi",
    });
  });

  it("knows four states", () => {
    expect(
      (["7501", "7500", "7502", "7503", "7404", "7105"] as const).map(deliveryStatusOf),
    ).toEqual(["Submitted", "Delivered", "Read", "Failed", "Failed", "Failed"]);
  });
});

describe("timeStamp", () => {
  it.each([
    ["2026-02-07T14:52:10.281Z", "UTC", "2026-02-07T14:52:10.281+00:00"],
    ["2026-02-07T14:52:10.281Z", "Asia/Kolkata", "2026-02-07T20:22:10.281+05:30"],
    ["2026-07-07T03:00:00.000Z", "America/St_Johns", "2026-07-07T00:30:00.000-02:30"],
    ["2026-12-31T23:00:00.005Z", "Europe/Berlin", "2027-01-01T00:00:00.005+01:00"],
    ["2026-02-07T00:00:00.000Z", "Etc/GMT", "2026-02-07T00:00:00.000+00:00"],
  ])("is, at %s in %s, local with that zone's offset", (at, zone, expected) => {
    expect(timeStamp(new Date(at), zone)).toBe(expected);
  });

  it("is the same moment in every zone", () => {
    const zones = ["UTC", "Asia/Kolkata", "America/New_York", "Pacific/Chatham", "Africa/Monrovia"];
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("1980-01-01T00:00:00Z"),
          max: new Date("2100-01-01T00:00:00Z"),
          noInvalidDate: true,
        }),
        fc.constantFrom(...zones),
        (date, zone) => {
          expect(Date.parse(timeStamp(date, zone))).toBe(date.getTime());
        },
      ),
    );
  });
});
