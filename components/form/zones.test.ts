import { expect, it } from "vitest";
import { zoneClock, zoneLike, zoneName, zonesFor, zonesOf } from "./zones";

it.each([
  ["tokyo", "Asia/Tokyo"],
  ["New York", "America/New_York"],
  [" europe/berlin ", "Europe/Berlin"],
  ["kolkata", "Asia/Kolkata"],
  ["ho chi minh", "Asia/Ho_Chi_Minh"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["utc", "UTC"],
  ["nowhere", undefined],
  ["", undefined],
])("%j means the zone %s", (text, zone) => expect(zoneLike(text)).toBe(zone));

it.each([
  ["tokyo", "Asia/Tokyo"],
  ["new y", "America/New_York"],
  ["  VIENN", "Europe/Vienna"],
  ["kolkata", "Asia/Kolkata"],
  ["utc", "UTC"],
])("offers for %j first %s", (text, zone) => expect(zonesFor(text)[0]).toBe(zone));

it("offers all zones for the name of one and for no text", () => {
  expect(zonesOf()[0]).toBe("UTC");
  expect(zonesFor("Europe/Vienna")).toBe(zonesOf());
  expect(zonesFor(" ")).toBe(zonesOf());
  expect(zonesFor("Europe/Viennatokyo")).toEqual([]);
  expect(zonesFor("europe/").every((zone) => zone.startsWith("Europe/"))).toBe(true);
});

it("names a zone by its city, with the time there and its offset of that day", () => {
  expect(zoneName("America/Argentina/Buenos_Aires")).toEqual({
    city: "Buenos Aires",
    area: "America, Argentina",
  });
  expect(zoneName("UTC")).toEqual({ city: "UTC", area: "" });
  expect(zoneClock("Europe/Vienna", Date.parse("2027-01-15T23:05:00Z"))).toEqual({
    offset: "UTC+01:00",
    time: "00:05",
  });
  expect(zoneClock("Europe/Vienna", Date.parse("2027-07-15T12:00:00Z"))).toEqual({
    offset: "UTC+02:00",
    time: "14:00",
  });
  expect(zoneClock("UTC", 0)).toEqual({ offset: "UTC", time: "00:00" });
});
