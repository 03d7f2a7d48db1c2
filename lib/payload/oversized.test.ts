import fc from "fast-check";
import { expect, test } from "vitest";
import { deviceKinds, providerKinds } from "@/lib/interface/device-kinds";
import { build } from "./build";
import { oversized } from "./oversized";
import { context, effective } from "./testing";

const { app } = context();

test("a payload within the limit is not reported", () => {
  expect(
    oversized(
      effective({ android: { text: "Hello" }, ios: { text: "Hello" } }),
      app,
      providerKinds,
    ),
  ).toEqual([]);
});

test("a payload that is too large is reported with its kind, its bytes and the limit", () => {
  const text = "é".repeat(2_100);
  expect(oversized(effective({ ios: { text } }), app, providerKinds)).toEqual([
    { kind: "ios", bytes: expect.any(Number) as number, limit: 4_096 },
  ]);
});

test("a provider that the app has no credential for is not asked", () => {
  expect(oversized(effective({ ios: { text: "é".repeat(2_100) } }), app, ["fcm"])).toEqual([]);
});

test("no payload that is too large is passed over for being short", () => {
  const words = fc.string({
    unit: fc.constantFrom('"', "\\", "\u0001", "漢", "😀", "a", "${"),
    minLength: 1,
    maxLength: 400,
  });
  fc.assert(
    fc.property(words, words, words, (text, title, value) => {
      const request = effective({
        android: { text, title, extras: { customtags: { k: value } } },
        ios: { text, title, extras: { customtags: { k: value } } },
        web: {
          text,
          title,
          platform_types: ["chrome", "safari"],
          extras: { customtags: { k: value } },
        },
        interactive: {
          category: "SINGLE_SHARE",
          device_types: ["android", "ios"],
          actions: [{ pos: 1, action: "SHARE", value }],
        },
      });
      const larger = deviceKinds.filter((kind) => build(request, kind, context())?.tooLarge);
      expect(oversized(request, app, providerKinds).map(({ kind }) => kind)).toEqual(larger);
    }),
    { numRuns: 500 },
  );
});

test("nothing that is passed over is too large, whichever part is as long as it can be and sent twice", () => {
  const units = ['"', "\\", "\u0001", "\n", "é", "漢", "😀", "a"];
  const requestsOf = (long: string) => {
    const link = `https://a.a/${long}`;
    const opens = (action: "OPEN_URL" | "OPENWEBVIEW" | "DEEPLINK") => ({
      notificationaction: { action, value: link },
    });
    const extras = [
      ...(["OPEN_URL", "OPENWEBVIEW", "DEEPLINK"] as const).map(opens),
      { customtags: { k: long } },
      { customtags: { k: [[long]] } },
    ];
    return [
      ...extras.flatMap((one) => [
        effective({ android: { text: "a", extras: one } }),
        effective({ ios: { text: "a", extras: one } }),
      ]),
      effective({ android: { text: `a${long}` } }),
      effective({ ios: { text: `a${long}` } }),
      effective({ android: { text: "a", extras: { customtags: { imageurl: link } } } }),
      effective({ web: { text: `a${long}`, platform_types: ["chrome", "safari"] } }),
      effective({ web: { text: "a", url: link, platform_types: ["chrome", "safari"] } }),
    ];
  };
  for (const unit of units)
    for (const length of [100, 200, 300, 400, 600, 900, 1_100, 1_300, 4_000])
      for (const request of requestsOf(unit.repeat(Math.ceil(length / unit.length)))) {
        const larger = deviceKinds.filter((kind) => build(request, kind, context())?.tooLarge);
        expect(oversized(request, app, providerKinds).map(({ kind }) => kind)).toEqual(larger);
      }
});
