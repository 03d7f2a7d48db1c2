import { describe, expect, it } from "vitest";
import { problem } from "@/lib/interface/problem";
import type { RuleId } from "@/lib/interface/rules";
import { isMissing, noticesAt, pathOfFinding, sorted } from "./field-findings";
import type { Finding } from "./findings";

function finding(
  rule: RuleId,
  pointers: readonly [string, ...string[]],
  more: Partial<Finding> = {},
): Finding {
  const problems = pointers.map((pointer) => problem(rule, pointer));
  return {
    severity: "error",
    rule,
    pointer: pointers[0],
    field: pointers[0],
    label: "",
    headline: "",
    problems,
    ...more,
  };
}

const push = "/channels/push";

describe("a finding is shown", () => {
  it("at the field of all platforms and at each that follows it", () => {
    const missing = finding("android.text.required", [`${push}/android/text`, `${push}/ios/text`], {
      part: "text",
    });
    expect([...noticesAt([missing]).keys()]).toEqual([
      "shared.text",
      "channels.push.android.text",
      "channels.push.ios.text",
    ]);
    expect(pathOfFinding(missing)).toBe("shared.text");
  });

  it("at the field that weighs most when all together is too large", () => {
    const large = finding("body.size", [""], { field: `${push}/ios/text` });
    expect([...noticesAt([large]).keys()]).toEqual(["channels.push.ios.text"]);
  });

  it("once at a field that several of its places belong to", () => {
    const twice = finding("destination.id.twice", [
      "/destination/0/userid/1",
      "/destination/0/userid/4",
    ]);
    expect([...noticesAt([twice])]).toEqual([["destination.0", [twice]]]);
  });

  it.each([
    [`${push}/interactive/actions/0/value`, "channels.push.interactive.actions.0.value"],
    [`${push}/interactive/actions/0/pos`, "channels.push.interactive.actions.0"],
    [`${push}/interactive/actions`, "channels.push.interactive"],
    [`${push}/interactive/device_types/1`, "channels.push.interactive.device_types"],
    [`${push}/web/platform_types/0`, "channels.push.web.platform_types"],
    [`${push}/android/extras/customtags/a~1b`, "channels.push.android.extras.customtags"],
  ])("of %s at %s", (pointer, path) =>
    expect([...noticesAt([finding("member.unknown", [pointer])]).keys()]).toEqual([path]),
  );
});

it.each<[RuleId, boolean]>([
  ["android.text.required", true],
  ["destination.ids.empty", true],
  ["web.title.missing", true],
  ["app.provider.missing", false],
  ["url.relative", false],
  ["appid.unknown", false],
])("%s is something not written yet: %s", (rule, missing) =>
  expect(isMissing({ rule, pointer: "" })).toBe(missing),
);

describe("what is not written yet", () => {
  const text = finding("android.text.required", [`${push}/android/text`, `${push}/ios/text`], {
    part: "text",
  });
  const unknown = finding("appid.unknown", ["/appid"]);
  const noTitle = finding("web.title.missing", [`${push}/web/title`], { severity: "warning" });
  const all = [text, unknown, noTitle];
  const none: ReadonlySet<string> = new Set();

  it("is no mistake before the user was there, and what it could have besides waits for it", () =>
    expect(sorted(all, { tried: false, left: none })).toEqual({
      errors: [unknown],
      missing: [text],
      warnings: [],
    }));

  it.each(["shared.text", "channels.push.ios.text"])("is one once %s was left", (path) =>
    expect(sorted(all, { tried: false, left: new Set([path]) })).toEqual({
      errors: [text, unknown],
      missing: [],
      warnings: [noTitle],
    }),
  );

  it("is one once sending was tried", () =>
    expect(sorted(all, { tried: true, left: none })).toEqual({
      errors: [text, unknown],
      missing: [],
      warnings: [noTitle],
    }));
});
