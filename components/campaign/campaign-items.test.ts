import { expect, it } from "vitest";
import { campaignItems } from "./campaign-items";

const allowed = { ok: true } as const;
const may = {
  unschedule: allowed,
  start: allowed,
  undo: allowed,
  pause: allowed,
  resume: allowed,
  stop: allowed,
  changeContinuation: allowed,
  change: allowed,
};
const nothing = () => undefined;
const steps = {
  openDraft: nothing,
  copy: nothing,
  unschedule: nothing,
  undo: nothing,
  pause: nothing,
  resume: nothing,
  restore: nothing,
  archive: nothing,
};
const entries = (...args: Parameters<typeof campaignItems>) =>
  campaignItems(...args).filter((item) => item !== false);

it.each([
  ["draft", null, ["Edit", "Rename …", "Duplicate", "Archive"]],
  ["scheduled", null, ["Rename …", "Duplicate", "Edit …", "Unschedule"]],
  ["sending", 5_000, ["Rename …", "Duplicate", "Undo sending"]],
  ["sending", null, ["Rename …", "Duplicate", "Pause sending", "Stop sending …"]],
  ["paused", null, ["Rename …", "Duplicate", "Resume sending", "Stop sending …"]],
  ["stopped", null, ["Rename …", "Duplicate", "Archive"]],
  ["sent", null, ["Rename …", "Duplicate", "Archive"]],
  ["archived", null, ["Rename …", "Duplicate", "Restore"]],
] as const)(
  "a campaign that is %s, with %j ms left to undo, offers %j",
  (state, undoMs, labels) => {
    expect(entries({ state, undoMs }, may, steps).map(({ label }) => label)).toEqual(labels);
  },
);

it("disables an entry without the right to it, and says why", () => {
  const stop = { ok: false, reason: "Ask an admin." } as const;
  const item = entries({ state: "sending", undoMs: null }, { ...may, stop }, steps).at(-1);
  expect(item).toMatchObject({ disabled: true, title: "Ask an admin." });
});
