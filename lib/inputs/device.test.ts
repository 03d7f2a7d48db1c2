import { expect, it } from "vitest";
import { deviceSchema, deviceWarnings } from "./device";

const device = { appid: "a", deviceid: "d", kind: "android", pushid: "p" };

it.each([
  ["zh-Hant-TW,zh-Hant;q=0.9,zh;q=0.8,en-US;q=0.7,en;q=0.6", "zh-Hant-TW"],
  ["pt-BR,pt;q=0.9", "pt-BR"],
  ["de;q=0.5", "de"],
  ["zh_CN_#Hans", "zh_CN_#Hans"],
])("reads the language of a device from %s", (language, first) => {
  expect(deviceSchema.parse({ ...device, language }).language).toBe(first);
  expect(deviceWarnings({ language })).toEqual([]);
});

it("refuses a language whose first entry is too long", () => {
  expect(
    deviceSchema.safeParse({ ...device, language: `${"x".repeat(36)},de` }).error?.issues[0]?.path,
  ).toEqual(["language"]);
});

it("stores an offset of Java by its name, and warns of one that has none", () => {
  expect(deviceSchema.parse({ ...device, timezone: "GMT+02:00" }).timezone).toBe("Etc/GMT-2");
  expect(deviceWarnings({ timezone: "GMT+02:00" })).toEqual([]);
  expect(deviceWarnings({ timezone: "GMT+05:30" })).toMatchObject([{ pointer: "/timezone" }]);
});
