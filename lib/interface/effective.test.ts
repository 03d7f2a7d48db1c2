import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { checkEffective } from "./effective";
import type {
  AndroidBlock,
  EffectiveRequest,
  InteractiveBlock,
  IosBlock,
  JsonValue,
  NotificationAction,
  WebBlock,
} from "./effective";
import { pushRequestSchema } from "./request";
import { edited, whole } from "./testing";

const named = pushRequestSchema.parse(edited({ message: { template: "t" }, channels: undefined }));

describe("checkEffective", () => {
  it("passes a request that was judged as it stands", () => {
    const request = pushRequestSchema.parse(whole);
    const result = checkEffective(request, undefined, { warn: false });
    expect(result).toEqual({ ok: true, effective: request, warnings: [] });
  });

  it("checks rules 1 to 4 on the blocks that the template filled", () => {
    const problems = (blocks?: unknown) => {
      const result = checkEffective(named, blocks);
      return result.ok ? [] : result.problems.map(({ pointer, rule }) => `${rule} ${pointer}`);
    };
    expect(problems()).toEqual(["push.block.required /channels/push"]);
    expect(problems({})).toEqual(["push.block.required /channels/push"]);
    expect(problems({ android: {}, web: {}, interactive: {} })).toEqual([
      "android.text.required /channels/push/android/text",
      "web.text.required /channels/push/web/text",
      "web.platform_types.required /channels/push/web/platform_types",
      "interactive.category.required /channels/push/interactive/category",
      "interactive.device_types.required /channels/push/interactive/device_types",
      "interactive.actions.required /channels/push/interactive/actions",
    ]);
    expect(problems({ ios: { text: "x", extras: { badge: "many" } } })).toEqual([
      "ios.badge.value /channels/push/ios/extras/badge",
    ]);
    expect(
      problems({ web: { text: "x", platform_types: ["chrome"], url: "javascript:1" } }),
    ).toEqual(["web.url.scheme /channels/push/web/url"]);
  });

  it("derives identifiers and reports warnings of the whole message", () => {
    const blocks = {
      ios: { text: "x" },
      interactive: {
        category: "DOUBLE_LATER_NOW",
        device_types: ["IOS", "android"],
        actions: [{ pos: "1" }, { pos: 2, action: "OPEN_APP" }],
      },
    };
    const result = checkEffective(named, blocks);
    expect(result.ok && result.effective.channels.push.interactive?.actions).toEqual([
      { pos: 1, identifier: "LATER" },
      { pos: 2, action: "OPEN_APP", identifier: "NOW" },
    ]);
    expect(result.warnings.map(({ rule }) => rule)).toEqual([
      "interactive.device_types.block",
      "interactive.second.dismiss",
    ]);
  });

  it("reports everything that stands in the place of a block, and throws at nothing", () => {
    const blocks = fc.record(
      {
        android: fc.jsonValue(),
        ios: fc.jsonValue(),
        web: fc.jsonValue(),
        interactive: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(blocks, fc.jsonValue()), (value) => {
        const result = checkEffective(named, value);
        expect(result.ok || result.problems.length > 0).toBe(true);
      }),
    );
  });

  it("yields blocks whose mandatory members are there by type", () => {
    expectTypeOf<EffectiveRequest["channels"]["push"]["android"]>().toEqualTypeOf<
      AndroidBlock | undefined
    >();
    expectTypeOf<AndroidBlock["text"]>().toEqualTypeOf<string>();
    expectTypeOf<NonNullable<AndroidBlock["extras"]>["time_to_live"]>().toEqualTypeOf<
      number | undefined
    >();
    expectTypeOf<NonNullable<IosBlock["extras"]>["customtags"]>().toEqualTypeOf<
      Record<string, JsonValue> | undefined
    >();
    expectTypeOf<WebBlock["platform_types"]>().toEqualTypeOf<("chrome" | "firefox" | "safari")[]>();
    expectTypeOf<InteractiveBlock["actions"][number]["identifier"]>().toEqualTypeOf<string>();
    expectTypeOf<InteractiveBlock["actions"][number]["pos"]>().toEqualTypeOf<1 | 2>();
    expectTypeOf<NotificationAction["action"]>().toEqualTypeOf<
      "OPEN_URL" | "OPENWEBVIEW" | "DEEPLINK" | "OPEN_HTML" | "OPEN_APP" | undefined
    >();
    expectTypeOf<EffectiveRequest["destination"][number]["userid"]>().toEqualTypeOf<
      string[] | undefined
    >();
  });
});
