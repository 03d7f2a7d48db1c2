import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { zero } from "@/lib/results/counts";
import type { CampaignReport } from "@/lib/results/read-campaign";
import type { CampaignActions } from "./campaign-actions";
import { CampaignProgress } from "./campaign-progress";

const report: CampaignReport = {
  id: "c",
  serviceId: "s",
  name: "Spring sale",
  appName: "Shop",
  state: "sending",
  revision: 2,
  draft: "{}",
  updatedAt: "2026-11-20T10:00:00.000Z",
  updatedBy: "Maya",
  startsAt: null,
  startedAt: "2026-11-20T10:00:00.000Z",
  orderedBy: "Maya",
  timezone: null,
  times: null,
  transid: "t",
  requests: 10,
  answered: 4,
  refused: 0,
  recipients: 10_000,
  plannedRecipients: 10_000,
  answeredRecipients: 4_000,
  problem: null,
  stalled: null,
  overdue: false,
  pausedAt: null,
  pauseReason: null,
  continues: "itself",
  undoMs: null,
  listRemoved: false,
  approval: null,
  counts: { ...zero, submitted: 3_900, failed: 100 },
  breakdown: null,
  hours: [],
  audience: "Everybody",
  audienceId: "a",
  segment: null,
  language: null,
  zoned: false,
  nextRun: null,
  waves: [],
  rate: null,
  necessary: false,
  template: null,
  request: "{}",
  cut: null,
  apps: ["Shop"],
};
const yes = { ok: true } as const;
const may = {
  change: yes,
  undo: yes,
  unschedule: yes,
  start: yes,
  pause: yes,
  resume: yes,
  stop: yes,
  changeContinuation: yes,
};

/** Draws the card of a campaign, and returns what its buttons call. */
function openCard(
  more: Partial<CampaignReport>,
  rights: Partial<Record<keyof typeof may, { ok: false; reason: string }>> = {},
) {
  const calls: [string, unknown][] = [];
  const doing =
    (name: string) =>
    async (input: unknown): Promise<{ ok: true; value: never }> => {
      calls.push([name, input]);
      return { ok: true, value: null as never };
    };
  const actions: CampaignActions = {
    change: doing("change"),
    undo: doing("undo"),
    unschedule: doing("unschedule"),
    start: doing("start"),
    pause: doing("pause"),
    resume: doing("resume"),
    stop: doing("stop"),
    changeContinuation: doing("changeContinuation"),
    duplicate: doing("duplicate"),
  };
  const page = openPage(
    <CampaignProgress
      campaign={{ ...report, ...more }}
      ruleWords={undefined}
      may={{ ...may, ...rights }}
      actions={actions}
    />,
    "/campaigns/c",
  );
  return { ...page, calls };
}

it("a campaign that is being sent is paused by the keyboard, and shows how far it is", async () => {
  const { user, calls } = openCard({});
  expect(screen.getByText("Sending: 40 % done.")).toBeDefined();
  expect(screen.getByText(/4,000 of 10,000 recipients/)).toBeDefined();
  screen.getByRole("button", { name: "Pause" }).focus();
  await user.keyboard("{Enter}");
  await expect.poll(() => calls).toEqual([["pause", { id: "c" }]]);
});

it("a paused campaign is resumed, and says why it is paused", async () => {
  const { user, calls } = openCard({
    state: "paused",
    pausedAt: "2026-11-20T10:05:00.000Z",
    pauseReason: "Firebase refuses the credential of the app “Shop”.",
  });
  expect(screen.getByText("Paused: 40 % done.")).toBeDefined();
  expect(screen.getByText(/Firebase refuses the credential/)).toBeDefined();
  expect(screen.getByText(/goes on by itself/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Resume" }));
  await expect.poll(() => calls).toEqual([["resume", { id: "c" }]]);
});

it("a campaign is stopped only after a question", async () => {
  const { user, calls } = openCard({});
  await user.click(screen.getByRole("button", { name: "Stop …" }));
  const question = await screen.findByRole("dialog", { name: /^Stop sending/ });
  expect(question.textContent).toContain("left out, for good");
  expect(calls).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Stop sending" }));
  await expect.poll(() => calls).toEqual([["stop", { id: "c" }]]);
});

it("stopping ends a recurrence only where there is one", async () => {
  const ends = "does not repeat any more";
  const { user } = openCard({});
  await user.click(screen.getByRole("button", { name: "Stop …" }));
  const question = await screen.findByRole("dialog", { name: /^Stop sending/ });
  expect(question.textContent).not.toContain(ends);
  cleanup();
  const recurrence = {
    every: "day",
    from: "2026-11-20T10:00",
    until: null,
    follows: false,
  } as const;
  const recurring = openCard({ times: { zoned: false, lateMinutes: 60, recurrence } });
  await recurring.user.click(screen.getByRole("button", { name: "Stop …" }));
  const other = await screen.findByRole("dialog", { name: /^Stop sending/ });
  expect(other.textContent).toContain(`left out, for good, and the campaign ${ends}.`);
});

const missed = {
  state: "scheduled",
  overdue: true,
  stalled: "Clarion could not send at its time. Nothing is sent until a member decides.",
  startsAt: "2026-11-20T08:00:00.000Z",
  startedAt: null,
  timezone: "Europe/Berlin",
  times: { zoned: true, lateMinutes: 60, recurrence: null },
} as const;

it("a campaign that missed its time is unscheduled once, however fast the presses come", async () => {
  const { calls, visits } = openCard(missed);
  const button = screen.getByRole("button", { name: "Choose another time" });
  fireEvent.click(button);
  fireEvent.click(button);
  await expect.poll(() => visits).toEqual(["/compose?campaign=c"]);
  expect(calls).toEqual([["unschedule", { id: "c" }]]);
});

it("a campaign by each recipient’s clock says so with its time", async () => {
  const { user } = openCard(missed);
  const time = "Nov 20, 2026, 09:00 in each recipient’s time";
  expect(screen.getByText(new RegExp(`^Clarion could not send at ${time}`))).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Edit" }));
  const question = await screen.findByRole("dialog", { name: /^Edit/ });
  expect(question.textContent).toContain(`It is scheduled for ${time}.`);
});

it("what a stopped campaign left out is counted", () => {
  openCard({ state: "stopped", problem: "The campaign was stopped while sending" });
  expect(screen.getByText("6,000 of 10,000 recipients were left out")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
});

it("how it goes on after a provider’s failure is chosen", async () => {
  const { user, calls } = openCard({});
  await user.click(screen.getByRole("radio", { name: "Waits for you" }));
  await expect
    .poll(() => calls)
    .toEqual([["changeContinuation", { id: "c", continues: "by hand" }]]);
});

it("members who may not send see why they cannot pause it", () => {
  const refused = { ok: false, reason: "This needs a marketer who may send." } as const;
  openCard({}, { pause: refused, stop: refused, changeContinuation: refused });
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Pause" });
  expect([button.disabled, button.title]).toEqual([true, refused.reason]);
  expect(screen.queryByRole("radio")).toBeNull();
});
