import { describe, expect, it } from "vitest";
import { ruleOfIssue } from "../issue";
import { NESTING } from "../limits";
import { customTags } from "./customtags";

const tagIssues = (tags: unknown, platform: "android" | "ios" | "web" = "web") =>
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
    expect(tagIssues(nested(NESTING))).toEqual([]);
    expect(tagIssues(nested(NESTING + 1))[0]).toMatch(/^customtags\.depth a\./);
    const circle: Record<string, unknown> = {};
    circle["a"] = circle;
    expect(tagIssues(circle)).toHaveLength(1);
    expect(tagIssues(nested(100_000))).toHaveLength(1);
  });

  it.each(["from", "message_type", "google.a", "gcm.a.b", "gcm."])(
    "refuses %s on android alone",
    (key) => {
      expect(tagIssues({ [key]: "x" }, "android")).toEqual([`customtags.reserved.android ${key}`]);
      expect([...tagIssues({ [key]: "x" }, "ios"), ...tagIssues({ [key]: "x" }, "web")]).toEqual(
        [],
      );
    },
  );

  it("refuses aps on ios alone", () => {
    expect(tagIssues({ aps: { alert: "x" } }, "ios")).toEqual(["customtags.reserved.ios aps"]);
    expect(tagIssues({ aps: { alert: "x" } }, "android")).toEqual([]);
  });
});
