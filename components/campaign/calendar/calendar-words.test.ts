import { expect, it } from "vitest";
import type { Collision, MetCampaign } from "@/lib/results/find-collisions";
import { collisionText, hoursText, localText } from "./calendar-words";

const campaign = (name: string, minute = 0): MetCampaign => ({
  id: name,
  orderId: name,
  name,
  at: new Date(Date.UTC(2027, 0, 1, 9, minute)).toISOString(),
});
const shared = (part: Partial<Extract<Collision, { kind: "recipients" }>>): Collision => ({
  kind: "recipients",
  campaigns: [campaign("A"), campaign("B", 20)],
  recipients: 1_200,
  exact: true,
  ...part,
});

it.each([
  [shared({}), "“A” and “B” go to the same 1,200 recipients, 20 minutes apart."],
  [
    shared({ exact: false, campaigns: [campaign("A"), campaign("B")] }),
    "“A” and “B” go to about 1,200 of the same recipients, at the same time.",
  ],
  [
    shared({ recipients: 1, campaigns: [campaign("B", 1), campaign("A")] }),
    "“B” and “A” go to the same recipient, 1 minute apart.",
  ],
  [
    {
      kind: "quota",
      project: "shop-1",
      recipients: 1_300_000,
      campaigns: ["A", "B", "C", "D"].map((name) => campaign(name)),
    } as const,
    "“A”, “B” and 2 other campaigns use the Firebase project shop-1, which accepts 600,000 messages a minute. Together they have 1,300,000 recipients, so the later ones may wait.",
  ],
])("says what a collision means", (collision, text) => {
  expect(collisionText(collision)).toBe(text);
});

it("says when a campaign in quiet hours goes out, by the clocks of its service", () => {
  const night = {
    timezone: "Europe/Berlin",
    hours: { quiet: { from: 22 * 60, to: 8 * 60 }, window: null },
  };
  const text = (at: string, timezone = "UTC", zoned = false) =>
    hoursText(
      {
        at: `2027-01-15T${at}:00Z`,
        timezone,
        times: { zoned, lateMinutes: 60, recurrence: null },
      },
      night,
    );
  expect(text("12:00")).toBeUndefined();
  expect(text("22:00")).toBe(
    "In Europe/Berlin it is 23:00 then, outside the sending times of this service. Recipients there get it from 08:00 on.",
  );
  // In each recipient's time, the service's clocks do not matter.
  expect(text("22:00", "America/New_York", true)).toBeUndefined();
  expect(text("04:00", "America/New_York", true)).toBe(
    "23:00 is outside the sending times of this service. Recipients get it from 08:00 on.",
  );
});

it("writes what clocks show as a date with its time", () => {
  expect(localText("2026-12-01T09:05")).toBe("Tuesday, December 1, 2026, 09:05");
});
