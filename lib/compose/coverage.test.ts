import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviceKinds, providerKinds } from "@/lib/interface/device-kinds";
import { bothCoverages, coverageOf, noCoverage, type CoverageGroups } from "./coverage";
import { devicesText, missedSentences, reachedText } from "./coverage-text";

const shop = { appid: "shop", name: "Shop", providers: ["fcm", "apns"] as const };
const groups: CoverageGroups = {
  recipients: 12,
  reachable: { "100000": 2, "101000": 1, "000100": 3 },
  retired: 1,
  suppressed: 2,
  devices: [4, 0, 1, 3, 0, 0],
};

describe("coverageOf", () => {
  it("counts whom a message reaches, on how many devices, and why not the others", () => {
    expect(coverageOf(groups, [shop], () => true)).toEqual({
      recipients: 12,
      reached: 3,
      without: 3,
      retired: 1,
      suppressed: 2,
      unfit: 3,
      devices: 5,
      kinds: [
        { sender: shop, kind: "android", devices: 4, lack: null },
        { sender: shop, kind: "ios", devices: 1, lack: null },
        { sender: shop, kind: "chrome", devices: 3, lack: "credential" },
      ],
    });
    expect(coverageOf(groups, [shop], (kind) => kind === "ios")).toMatchObject({
      reached: 1,
      unfit: 5,
      devices: 1,
    });
    expect(coverageOf(noCoverage, [shop], () => true)).toMatchObject({
      recipients: 0,
      reached: 0,
      without: 0,
      kinds: [],
    });
  });

  it("counts each recipient in one way, and parts as the whole", () => {
    const has = fc
      .array(fc.constantFrom("0", "1"), { minLength: 6, maxLength: 6 })
      .map((digits) => digits.join(""));
    const part = fc
      .record({
        reachable: fc.dictionary(has, fc.nat(50)),
        retired: fc.nat(9),
        suppressed: fc.nat(9),
        without: fc.nat(9),
        devices: fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }),
      })
      .map(({ reachable, retired, suppressed, without, devices }) => ({
        recipients: Object.values(reachable).reduce(
          (sum, count) => sum + count,
          retired + suppressed + without,
        ),
        reachable,
        retired,
        suppressed,
        devices,
      }));
    const kinds = fc.subarray([...deviceKinds]);
    const providers = fc.subarray([...providerKinds]);
    fc.assert(
      fc.property(part, part, kinds, providers, (one, other, content, appProviders) => {
        const of = (counted: CoverageGroups) =>
          coverageOf(counted, [{ ...shop, providers: appProviders }], (kind) =>
            content.includes(kind),
          );
        const [whole, first, second] = [of(bothCoverages(one, other)), of(one), of(other)];
        for (const name of [
          "recipients",
          "reached",
          "without",
          "retired",
          "suppressed",
          "unfit",
          "devices",
        ] as const)
          expect(whole[name]).toBe(first[name] + second[name]);
        expect(whole.reached + whole.without + whole.retired + whole.suppressed + whole.unfit).toBe(
          whole.recipients,
        );
      }),
    );
  });
});

describe("what is said of it", () => {
  it("names who is reached, and a reason for everybody else", () => {
    expect(reachedText({ reached: 3, recipients: 4_995 }, true)).toBe("3 of 4,995 people");
    expect(reachedText({ reached: 1, recipients: 1 }, true)).toBe("1 person");
    expect(reachedText({ reached: 0, recipients: 2 }, false)).toBe("0 of 2 recipients");
    expect(devicesText(1)).toBe("1 device");
    expect(missedSentences({ without: 4_992, retired: 1, suppressed: 2, unfit: 0 })).toEqual([
      "4,992 have no device.",
      "1 has only devices that are no longer registered.",
      "2 are suppressed.",
    ]);
  });
});
