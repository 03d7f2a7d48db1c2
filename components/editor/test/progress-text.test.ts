import { describe, expect, it } from "vitest";
import type { TestDelivery, TestProgress } from "@/lib/results/test-progress";
import { progressText, lostIn, listedDeliveries, whereText } from "./progress-text";

const counts = { queued: 0, submitted: 0, delivered: 0, read: 0, failed: 0, expired: 0, capped: 0 };
const delivery: TestDelivery = {
  id: "d",
  transid: "t",
  model: "Pixel 9",
  kind: "android",
  userid: "maya",
  state: "read",
  failure: null,
};
const progress = (more: Partial<TestProgress>): TestProgress => ({
  done: true,
  counts,
  notIncluded: 0,
  deliveries: [],
  ...more,
});

describe("what became of a test", () => {
  it("is accepted until it has a device", () => {
    expect(progressText(undefined)).toBe("accepted");
    expect(progressText(progress({}))).toBe("accepted");
    expect(progressText(progress({ counts: { ...counts, failed: 1, read: 2 } }))).toBe(
      "2 read, 1 failed",
    );
    const left = progress({ counts: { ...counts, failed: 2, read: 1 }, notIncluded: 2 });
    expect([progressText(left), lostIn(left)]).toEqual(["1 read, 2 not included", 0]);
  });

  it("names a device by its model, its kind or its user", () => {
    expect(whereText(delivery)).toBe("Pixel 9, maya");
    expect(whereText({ ...delivery, model: null, userid: null })).toBe("Android");
    expect(whereText({ ...delivery, model: null, kind: null })).toBe("maya");
    expect(whereText({ ...delivery, model: null, kind: null, userid: null })).toBe("No device");
  });

  it("lists each device when they are few, else those that did not get it", () => {
    const failed = { ...delivery, state: "failed" as const };
    expect(
      listedDeliveries(
        progress({ counts: { ...counts, failed: 1, read: 1 }, deliveries: [failed, delivery] }),
      ),
    ).toHaveLength(2);
    expect(
      listedDeliveries(
        progress({ counts: { ...counts, failed: 1, read: 50 }, deliveries: [failed, delivery] }),
      ),
    ).toEqual([failed]);
  });
});
