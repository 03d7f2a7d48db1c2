import { describe, expect, it } from "vitest";
import { ruleOfIssue } from "../issue";
import { NESTING } from "../limits";
import { customTags } from "./customtags";

const told = (tags: unknown, platform: "android" | "ios" | "web" = "web") =>
  (customTags(platform).safeParse(tags).error?.issues ?? []).map(
    (issue) => `${ruleOfIssue(issue).rule} ${issue.path.join(".")}`,
  );

function nested(levels: number): unknown {
  let value: unknown = "x";
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

describe("customTags", () => {
  it("goes down 32 levels and no further, for values of any origin", () => {
    expect(told(nested(NESTING))).toEqual([]);
    expect(told(nested(NESTING + 1))[0]).toMatch(/^customtags\.depth a\./);
    const circle: Record<string, unknown> = {};
    circle["a"] = circle;
    expect(told(circle)).toHaveLength(1);
    expect(told(nested(100_000))).toHaveLength(1);
  });

  it.each(["from", "message_type", "google.a", "gcm.a.b", "gcm."])(
    "refuses %s on android alone",
    (key) => {
      expect(told({ [key]: "x" }, "android")).toEqual([`customtags.reserved.android ${key}`]);
      expect([...told({ [key]: "x" }, "ios"), ...told({ [key]: "x" }, "web")]).toEqual([]);
    },
  );

  it("refuses aps on ios alone", () => {
    expect(told({ aps: { alert: "x" } }, "ios")).toEqual(["customtags.reserved.ios aps"]);
    expect(told({ aps: { alert: "x" } }, "android")).toEqual([]);
  });
});
