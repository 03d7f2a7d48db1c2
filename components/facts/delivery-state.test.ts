import { describe, expect, it } from "vitest";
import { totalOf, verdict } from "./delivery-state";

const none = { queued: 0, submitted: 0, delivered: 0, read: 0, failed: 0, expired: 0, capped: 0 };

describe("verdict", () => {
  it("says that recipients are looked up while there are no deliveries", () =>
    expect(verdict(none)).toBe("Looking up recipients."));

  it("draws no conclusion while deliveries are still to come", () => {
    expect(verdict({ ...none, failed: 3 }, false)).toBe("Sending: 3 deliveries so far.");
    expect(verdict({ ...none, failed: 3 })).toBe("Not delivered to any device.");
  });
  it("says of one device whether it arrived and was read", () => {
    expect(verdict({ ...none, delivered: 1 })).toBe("Delivered to its device.");
    expect(verdict({ ...none, read: 1 })).toBe("Delivered to its device and was read.");
    expect(verdict({ ...none, failed: 1 })).toBe("Not delivered to any device.");
  });
  it("says of many how many arrived, were read, wait and are not delivered", () => {
    expect(
      verdict({
        queued: 1,
        submitted: 2,
        delivered: 3,
        read: 1200,
        failed: 4,
        expired: 1,
        capped: 0,
      }),
    ).toBe(
      "Delivered to 1,203 devices, 1,200 read; 2 with the provider, 1 waiting, 5 not delivered.",
    );
    expect(verdict({ ...none, read: 4 })).toBe("Delivered to all 4 devices and all were read.");
  });
  it("counts users whom a frequency cap left out apart from devices", () => {
    expect(verdict({ ...none, delivered: 2, capped: 1 })).toBe(
      "Delivered to all 2 devices; 1 user left out by a frequency cap.",
    );
    expect(verdict({ ...none, failed: 2, capped: 3 })).toBe(
      "Not delivered to any device; 3 users left out by a frequency cap.",
    );
    expect(verdict({ ...none, capped: 1_200 })).toBe(
      "Not sent: 1,200 users left out by a frequency cap.",
    );
  });
});

describe("totalOf", () => {
  it("counts every state once", () =>
    expect(
      totalOf({
        queued: 1,
        submitted: 10,
        delivered: 100,
        read: 1000,
        failed: 10_000,
        expired: 100_000,
        capped: 1_000_000,
      }),
    ).toBe(1_111_111));
});
