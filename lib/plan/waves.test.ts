import { describe, expect, it } from "vitest";
import { isOpenAt, type SendingHours } from "./sending-hours";
import { wallAt, wallOf } from "./wall-time";
import {
  isSpread,
  opensAt,
  placeOf,
  turnOf,
  waveAt,
  wavesOf,
  type Wave,
  type ZoneCount,
} from "./waves";

const none: SendingHours = { quiet: null, window: null };
const night: SendingHours = { quiet: { from: 22 * 60, to: 8 * 60 }, window: null };
const nine = wallOf("2027-01-15T09:00") ?? Number.NaN;
const count = (zone: string, recipients: number, source: ZoneCount["source"] = "device") => ({
  zone,
  source,
  recipients,
});
const at = (iso: string) => Date.parse(iso);
const starts = (waves: readonly Wave[]) => waves.map(({ startsAt }) => startsAt.slice(0, 16));

describe("waves", () => {
  it("start by the clocks of each zone, those with the same clocks together", () => {
    const waves = wavesOf(
      [
        count("America/New_York", 5),
        count("Europe/Berlin", 3),
        count("Europe/Berlin", 2, "user"),
        count("Europe/Paris", 4),
        count("Asia/Tokyo", 1),
        count("UTC", 7, "service"),
      ],
      { wall: nine, now: at("2027-01-14T00:00:00Z"), timezone: "UTC", hours: none },
    );
    expect(starts(waves)).toEqual([
      "2027-01-15T00:00",
      "2027-01-15T08:00",
      "2027-01-15T09:00",
      "2027-01-15T14:00",
    ]);
    expect(waves.map(({ from, recipients }) => [from, recipients])).toEqual([
      [0, 1],
      [1, 9],
      [10, 7],
      [17, 5],
    ]);
    expect(waves[1]?.zones).toEqual([
      { zone: "Europe/Berlin", device: 3, user: 2, service: 0 },
      { zone: "Europe/Paris", device: 4, user: 0, service: 0 },
    ]);
  });

  it("start at once where their time has passed, and by the service where a zone is unknown", () => {
    const waves = wavesOf([count("Asia/Tokyo", 1), count("Mars/Base", 2)], {
      wall: nine,
      now: at("2027-01-15T06:00:00Z"),
      timezone: "Europe/Berlin",
      hours: none,
    });
    expect(starts(waves)).toEqual(["2027-01-15T06:00", "2027-01-15T08:00"]);
    expect(waves[1]?.zones).toEqual([{ zone: "Europe/Berlin", device: 0, user: 0, service: 2 }]);
  });

  it("keep zones apart whose clocks change at other times, where there are hours", () => {
    // Clocks of New York change two weeks before those of Berlin, and Lagos has no change.
    const counts = [count("Europe/Berlin", 1), count("Africa/Lagos", 1), count("Europe/Paris", 1)];
    const times = { wall: null, now: at("2027-03-20T12:00:00Z"), timezone: "UTC" };
    expect(wavesOf(counts, { ...times, hours: night })).toHaveLength(2);
    expect(wavesOf(counts, { ...times, hours: none })).toHaveLength(1);
  });

  it("that start outside their hours start when these begin, and are spread from then on", () => {
    const waves = wavesOf([count("Europe/Berlin", 10), count("America/New_York", 10)], {
      wall: null,
      now: at("2027-01-15T23:00:00Z"),
      timezone: "UTC",
      hours: night,
    });
    // 18:00 in New York, and midnight in Berlin.
    expect(starts(waves)).toEqual(["2027-01-15T23:00", "2027-01-15T23:00"]);
    expect(waves.map(({ opening }) => opening)).toEqual([
      undefined,
      { at: "2027-01-16T07:00:00.000Z", sent: 0 },
    ]);
  });
});

it("has each recipient of all zones in one wave, and none in quiet hours", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const counts = zones.map((zone, n) => count(zone, n + 1));
  const waves = wavesOf(counts, {
    wall: wallOf("2027-03-14T02:30") ?? Number.NaN,
    now: at("2027-03-13T00:00:00Z"),
    timezone: "UTC",
    hours: night,
  });
  const all = waves.flatMap((wave) => wave.zones.map((zone) => ({ ...zone, wave })));
  expect(all.map(({ zone }) => zone).toSorted()).toEqual(zones.toSorted());
  for (const { zone, wave } of all) expect(isOpenAt(wallAt(opensAt(wave), zone), night)).toBe(true);
  let place = 0;
  for (const { from, recipients } of waves) {
    expect(from).toBe(place);
    place += recipients;
  }
  expect(place).toBe((zones.length * (zones.length + 1)) / 2);
});

describe("turns", () => {
  const waves = wavesOf([count("Asia/Tokyo", 100), count("Europe/Berlin", 100)], {
    wall: nine,
    now: at("2027-01-14T00:00:00Z"),
    timezone: "UTC",
    hours: night,
  });
  const turn = (place: { app: number; recipient: number }, now: string, order = waves) =>
    turnOf({ waves: order, place, hours: night, now: at(now), apps: 1 });

  it("wait for the start of a wave", () => {
    expect(turn({ app: 0, recipient: 0 }, "2027-01-14T23:00:00Z")).toMatchObject({
      kind: "wait",
      until: at("2027-01-15T00:00:00Z"),
      why: "start",
    });
    expect(turn({ app: 0, recipient: 0 }, "2027-01-15T00:00:00Z")).toEqual({ kind: "go" });
    expect(turn({ app: 0, recipient: 50 }, "2027-01-15T09:00:00Z")).toEqual({ kind: "go" });
  });

  it("pass to another wave while the window of one is shut, and come back to its rest", () => {
    // 22:00 in Tokyo, and 14:00 in Berlin.
    const passed = turn({ app: 0, recipient: 50 }, "2027-01-15T13:00:00Z");
    if (passed.kind !== "turn") throw new Error(passed.kind);
    expect(passed.place).toEqual({ app: 0, recipient: 100 });
    expect(passed.waves.map(({ from }) => from)).toEqual([100, 0]);
    expect(turn(passed.place, "2027-01-15T13:00:00Z", passed.waves)).toEqual({ kind: "go" });
    const [, rest] = passed.waves;
    expect(rest).toMatchObject({
      rest: { app: 0, recipient: 50 },
      opening: { at: "2027-01-15T23:00:00.000Z", sent: 50 },
    });
    if (!rest) throw new Error("There is no rest.");
    expect(placeOf(rest)).toEqual({ app: 0, recipient: 50 });
    // The other one is done; the rest waits for the morning in Tokyo, and is spread from then on.
    const back = (now: string, recipient = 50) => turn({ app: 0, recipient }, now, passed.waves);
    expect(back("2027-01-15T20:00:00Z")).toMatchObject({
      kind: "wait",
      until: at("2027-01-15T23:00:00Z"),
    });
    expect(back("2027-01-15T23:00:00Z")).toEqual({ kind: "go" });
    expect(back("2027-01-15T23:04:00Z", 75)).toMatchObject({
      kind: "wait",
      until: at("2027-01-15T23:05:00Z"),
      why: "spread",
    });
    expect(back("2027-01-16T03:00:00Z", 99)).toEqual({ kind: "go" });
    expect(isSpread(rest, at("2027-01-15T23:09:59Z"))).toBe(true);
    expect(isSpread(rest, at("2027-01-15T23:10:00Z"))).toBe(false);
  });

  it("wait where no other wave may be sent before", () => {
    const only = waves.slice(0, 1);
    expect(turn({ app: 0, recipient: 50 }, "2027-01-15T13:00:00Z", only)).toMatchObject({
      kind: "wait",
      until: at("2027-01-15T23:00:00Z"),
      why: "shut",
      zone: "Asia/Tokyo",
    });
  });

  it("belong to the wave that has their place, and to the last one behind all", () => {
    expect([0, 99, 100, 199, 200].map((place) => waveAt(waves, place))).toEqual([0, 0, 1, 1, 1]);
  });
});
