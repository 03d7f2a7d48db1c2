import { describe, expect, it } from "vitest";
import { absoluteText, clockText, relativeText } from "./time-text";

const now = Date.UTC(2026, 10, 20, 22, 0, 0);
const before = (seconds: number) => relativeText(now - seconds * 1000, now);

describe("relativeText", () => {
  it("counts seconds, minutes and hours down to the whole unit, in the largest that fits", () => {
    expect(before(3)).toBe("just now");
    expect(before(45)).toBe("45 sec. ago");
    expect(before(119)).toBe("1 min. ago");
    expect(before(2 * 3600 + 5)).toBe("2 hr. ago");
    expect(before(86_400)).toBe("yesterday");
    expect(relativeText(now + 3 * 3600_000, now)).toBe("in 3 hr.");
  });
  it("gives the date beyond a week", () => {
    expect(before(8 * 86_400)).toBe("Nov 12, 2026");
  });
});

describe("absoluteText", () => {
  it("gives date and time in the zone, and names it", () => {
    expect(absoluteText(now, "UTC")).toBe("20 Nov 2026, 22:00:00 UTC");
    expect(absoluteText(now, "Asia/Kolkata")).toBe("21 Nov 2026, 03:30:00 GMT+5:30");
  });
  it("is 00 at midnight, not 24", () => {
    expect(clockText(Date.UTC(2026, 0, 1), "UTC")).toBe("00:00:00");
  });
});
