import { expect, it } from "vitest";
import { clockOf } from "./clock-of";

it("shows the reader's time, and a quiet 9:41 without one", () => {
  const at = Date.UTC(2026, 10, 20, 7, 5);
  expect(clockOf(at, "UTC")).toEqual({
    time: "7:05",
    long: "Friday, November 20",
    short: "Fri 20 Nov",
  });
  expect(clockOf(at, "Asia/Tokyo").time).toBe("16:05");
  expect(clockOf(undefined).time).toBe("9:41");
});
