import { describe, expect, it } from "vitest";
import { formerTime, rememberTime } from "./former-time";

function memory() {
  const entries = new Map<string, string>();
  return () => ({
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
  });
}
const at = Date.UTC(2030, 0, 1, 9);
const time = { startsAt: new Date(at).toISOString(), zone: "Europe/Berlin" };

describe("the former time of a campaign", () => {
  it("is remembered for that campaign alone, until it has passed", () => {
    const own = memory();
    rememberTime(own, "one", time);
    expect(formerTime(own, "one", at - 1)).toEqual(time);
    expect(formerTime(own, "one", at)).toBeUndefined();
    expect(formerTime(own, "other", at - 1)).toBeUndefined();
    expect(formerTime(own, undefined, at - 1)).toBeUndefined();
  });

  it.each(["", "{", "7", "[1,2]", '["never","UTC"]', "null"])(
    "is undefined where %j is stored, or storage is forbidden",
    (text) => {
      expect(
        formerTime(() => ({ getItem: () => text, setItem: () => undefined }), "one", 0),
      ).toBeUndefined();
      const forbidden = () => {
        throw new Error("SecurityError");
      };
      expect(() => rememberTime(forbidden, "one", time)).not.toThrow();
      expect(formerTime(forbidden, "one", 0)).toBeUndefined();
    },
  );
});
