import { describe, expect, it } from "vitest";
import { absoluteText, clockText, momentText, relativeText } from "./time-text";

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
    expect(relativeText(now + 7 * 86_400_000 - 5_000, now)).toBe("in 7 days");
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

describe("momentText", () => {
  it("gives day and time, and the year of another one", () => {
    expect(momentText(now, now, "UTC")).toBe("Nov 20, 22:00");
    expect(momentText(Date.UTC(2025, 0, 1), now, "UTC")).toBe("Jan 1, 2025, 00:00");
  });
});
