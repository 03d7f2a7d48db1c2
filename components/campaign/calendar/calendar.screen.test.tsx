import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import type { CalendarView } from "@/lib/inputs/calendar";
import type { Collision } from "@/lib/results/find-collisions";
import type { CalendarRow } from "@/lib/results/list-calendar";
import { Calendar } from "./calendar";
import { addDays, dayAt, dayText } from "./days";

const zone = "Europe/Berlin";
const today = dayAt(Date.now(), zone);
// Of next month, so that no row has passed, whenever this runs.
const day = addDays(`${addDays(`${today.slice(0, 7)}-28`, 7).slice(0, 7)}-01`, 9);
const at = (time: string) => new Date(`${day}T${time}:00Z`).toISOString();

const row = (name: string, part: Partial<CalendarRow> = {}): CalendarRow => ({
  id: `campaign ${name}`,
  orderId: `order ${name}`,
  name,
  appName: "Shop",
  state: "scheduled",
  revision: 4,
  at: at("09:00"),
  timezone: "UTC",
  times: { zoned: false, lateMinutes: 60, recurrence: null },
  recipients: 1_200,
  audience: "Customers",
  stalled: null,
  problem: null,
  needsApproval: false,
  isFurther: false,
  ...part,
});

function openCalendar(
  rows: readonly CalendarRow[],
  {
    view = "month",
    refusal,
    collisions = [],
    q,
    may = true,
    hours = { quiet: null, window: null },
  }: {
    view?: CalendarView;
    refusal?: string;
    collisions?: readonly Collision[];
    q?: string;
    may?: boolean;
    hours?: { quiet: { from: number; to: number } | null; window: null };
  } = {},
) {
  const moves: unknown[] = [];
  const unscheduled: unknown[] = [];
  const page = openPage(
    <Calendar
      rows={[...rows]}
      isCut={false}
      address={{
        view,
        on: day,
        zone: undefined,
        state: undefined,
        appid: undefined,
        q,
      }}
      on={day}
      zone={zone}
      service={{ timezone: zone, hours }}
      firstWeekday={1}
      renderedAt={Date.now()}
      collisions={collisions}
      apps={[]}
      may={may ? { ok: true } : { ok: false, reason: "This needs the right to send." }}
      actions={{
        reschedule: async (input) => {
          moves.push(input);
          return refusal === undefined
            ? { ok: true, value: { revision: 5 } }
            : { ok: false, problems: [{ pointer: "", message: refusal }] };
        },
        unschedule: async (input) => {
          unscheduled.push(input);
          return refusal === undefined
            ? { ok: true, value: null }
            : { ok: false, problems: [{ pointer: "", message: refusal }] };
        },
      }}
    />,
    `/campaigns/calendar?view=${view}&on=${day}`,
  );
  return { ...page, moves, unscheduled };
}

const chip = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });

it("shows campaigns on their day by the clocks of its zone", () => {
  openCalendar([row("Spring"), row("Late", { at: at("23:30"), state: "sent" })]);
  const cell = (of: string) => screen.getByText(dayText(of)).closest("td");
  expect(cell(day)?.textContent).toContain("Spring");
  expect(cell(addDays(day, 1))?.textContent).toContain("Late");
});

it("shows by icon and word which campaigns are paused or were stopped", async () => {
  const { user } = openCalendar([
    row("Held up", { state: "paused" }),
    row("Ended", { state: "stopped" }),
  ]);
  for (const [name, label, icon] of [
    ["Held up", "Paused", "svg.lucide-pause"],
    ["Ended", "Stopped", "svg.lucide-circle-stop"],
  ] as const) {
    expect(chip(name).textContent).toContain(label);
    expect(chip(name).querySelector(icon)).not.toBeNull();
  }
  screen.getByRole("combobox", { name: "State" }).focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("option", { name: "Paused" })).toBeDefined();
  expect(screen.getByRole("option", { name: "Stopped" })).toBeDefined();
});

it("moves a campaign by the arrow keys, and undoes that", async () => {
  const { user, moves } = openCalendar([row("Spring")]);
  chip("Spring").focus();
  await user.keyboard("m{ArrowRight}{ArrowDown}");
  expect(screen.getByText(/Arrow keys change the time/).textContent).toContain(
    dayText(addDays(day, 8)),
  );
  expect(moves).toEqual([]);
  await user.keyboard("{Enter}");
  const target = new Date(Date.parse(at("09:00")) + 8 * 86_400_000);
  await expect.poll(() => moves).toHaveLength(1);
  expect(moves[0]).toMatchObject({ id: "campaign Spring", revision: 4, timezone: "UTC" });
  // The clocks of the zone show the same time there, also behind a change.
  const { startsAt } = moves[0] as { startsAt: string };
  expect(Math.abs(Date.parse(startsAt) - target.getTime())).toBeLessThanOrEqual(3_600_000);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await expect.poll(() => moves).toHaveLength(2);
  expect(moves[1]).toEqual({
    id: "campaign Spring",
    revision: 5,
    startsAt: at("09:00"),
    timezone: "UTC",
  });
});

it("stores nothing where a move is cancelled, and moves by a quarter of an hour in a week", async () => {
  const { user, moves } = openCalendar([row("Spring")], { view: "week" });
  chip("Spring").focus();
  await user.keyboard("m{ArrowDown}{Escape}");
  await user.keyboard("m{ArrowDown}{ArrowDown}{Enter}");
  await expect.poll(() => moves).toHaveLength(1);
  expect(moves[0]).toMatchObject({ startsAt: at("09:30") });
});

it("says why a campaign was not moved, and where it is no later", async () => {
  const { user } = openCalendar([row("Spring")], { refusal: "It would have expired by then." });
  chip("Spring").focus();
  await user.keyboard("m{ArrowRight}{Enter}");
  expect(await screen.findByText("It would have expired by then.")).toBeDefined();
  await expect
    .poll(() => screen.getByText(dayText(day)).closest("td")?.textContent)
    .toContain("Spring");
});

it("asks before a campaign that needs an approval becomes a draft for another time", async () => {
  const { user, moves, unscheduled, visits } = openCalendar([
    row("Approved", { needsApproval: true }),
  ]);
  chip("Approved").focus();
  await user.keyboard("m{ArrowRight}{Enter}");
  const question = await screen.findByRole("dialog", { name: /^Ask for approval of another time/ });
  expect(question.textContent).toContain("A second person has to approve it for the new time.");
  expect([moves, unscheduled]).toEqual([[], []]);
  await user.click(within(question).getByRole("button", { name: "Unschedule and edit" }));
  await expect.poll(() => unscheduled).toEqual([{ id: "campaign Approved" }]);
  await expect.poll(() => visits).toEqual(["/compose?campaign=campaign+Approved"]);
  expect(moves).toEqual([]);
});

it("opens a campaign with its facts and its dialog, which says at the field what is wrong", async () => {
  const { user, moves } = openCalendar([row("Spring")]);
  await user.click(chip("Spring"));
  expect(await screen.findByText(/1,200 people|1,200 recipients/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Move to …" }));
  const dialog = await screen.findByRole("dialog", { name: "Move to another time" });
  const time = within(dialog).getByLabelText("Date and time");
  expect((time as HTMLInputElement).value).toBe(`${day}T09:00`);
  fireEvent.change(time, { target: { value: `${addDays(day, 2)}T10:15` } });
  await user.click(within(dialog).getByRole("button", { name: "Move" }));
  await expect.poll(() => moves).toHaveLength(1);
  expect(moves[0]).toMatchObject({ startsAt: `${addDays(day, 2)}T10:15:00.000Z`, timezone: "UTC" });
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

it("says that a campaign moves to a time by each recipient’s clock", async () => {
  const { user } = openCalendar([
    row("Zoned", { times: { zoned: true, lateMinutes: 60, recurrence: null } }),
  ]);
  chip("Zoned").focus();
  await user.keyboard("m{ArrowRight}{Enter}");
  const undo = await screen.findByRole("button", { name: "Undo" });
  expect(undo.closest("li")?.textContent).toMatch(
    /^Moved “Zoned” to .*, 09:00 in each recipient’s time/,
  );
});

it("offers no time zone for a campaign that goes out by each recipient’s clock", async () => {
  const times = { zoned: true, lateMinutes: 60, recurrence: null };
  const { user, moves } = openCalendar([row("Zoned", { times, timezone: zone })]);
  await user.click(chip("Zoned"));
  await user.click(await screen.findByRole("button", { name: "Move to …" }));
  const dialog = await screen.findByRole("dialog", { name: "Move to another time" });
  expect(within(dialog).queryByRole("combobox", { name: "Time zone" })).toBeNull();
  fireEvent.change(within(dialog).getByLabelText("Date and time"), {
    target: { value: `${addDays(day, 2)}T10:15` },
  });
  expect(dialog.textContent).toContain("10:15 in each recipient’s time.");
  await user.click(within(dialog).getByRole("button", { name: "Move" }));
  await expect.poll(() => moves).toMatchObject([{ timezone: zone }]);
});

it("keeps the chosen time where a campaign that needs an approval is not unscheduled", async () => {
  const { user } = openCalendar([row("Approved", { needsApproval: true })], {
    refusal: "It is being sent.",
  });
  await user.click(chip("Approved"));
  await user.click(await screen.findByRole("button", { name: "Move to …" }));
  const dialog = await screen.findByRole("dialog", { name: "Move to another time" });
  const time = within(dialog).getByLabelText("Date and time");
  fireEvent.change(time, { target: { value: `${addDays(day, 2)}T10:15` } });
  await user.click(within(dialog).getByRole("button", { name: "Unschedule and edit" }));
  expect(await within(dialog).findByText("It is being sent.")).toBeDefined();
  expect((time as HTMLInputElement).value).toBe(`${addDays(day, 2)}T10:15`);
});

it("lists the same by day, with what it meets, and moves nothing without the right", () => {
  const collisions: Collision[] = [
    {
      kind: "recipients",
      recipients: 30,
      exact: true,
      campaigns: ["Spring", "Summer"].map((name) => ({
        id: `campaign ${name}`,
        orderId: `order ${name}`,
        name,
        at: at("09:00"),
      })),
    },
  ];
  openCalendar([row("Spring"), row("Summer"), row("Sent", { state: "sent" })], {
    view: "agenda",
    collisions,
    may: false,
    hours: { quiet: { from: 0, to: 1_440 - 1 }, window: null },
  });
  const agenda = screen.getByRole("region", { name: dayText(day) });
  expect(within(agenda).getAllByRole("listitem")).toHaveLength(3);
  expect(
    within(agenda).getAllByText(/go to the same 30 recipients, at the same time/),
  ).toHaveLength(2);
  expect(within(agenda).getAllByText(/outside the sending times of this service/)).toHaveLength(2);
  expect(screen.getByText("1 collision")).toBeDefined();
  for (const button of within(agenda).getAllByRole("button", { name: "Move to …" }))
    expect((button as HTMLButtonElement).disabled).toBe(true);
});

it("shows further runs of what recurs, which are not moved", async () => {
  const times = {
    zoned: false,
    lateMinutes: 60,
    recurrence: { every: "day", from: `${day}T09:00`, until: null, follows: false },
  } as const;
  const { user, moves } = openCalendar([
    row("Daily", { times }),
    row("Run", { times, isFurther: true, at: at("10:00") }),
  ]);
  await user.click(chip("Run"));
  expect(await screen.findByText("Repeats every day at 09:00")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Move to …" })).toBeNull();
  await user.keyboard("{Escape}");
  chip("Run").focus();
  await user.keyboard("m{ArrowRight}{Enter}");
  expect(moves).toEqual([]);
});

it("says what to do where nothing is planned, and where filters hide all", () => {
  openCalendar([]);
  expect(screen.getByRole("link", { name: "Compose a message" })).toBeDefined();
});

it("offers to clear filters that hide all", () => {
  openCalendar([], { q: "nothing" });
  expect(screen.getByText("No matching campaigns")).toBeDefined();
  expect(screen.getByRole("link", { name: "Clear filters" }).getAttribute("href")).toBe(
    `/campaigns/calendar?view=month&on=${day}`,
  );
});

it("leads to the period before, to today and to the next one, with its filters", () => {
  openCalendar([row("Spring")], { q: "spring" });
  const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(href("Next month")).toMatch(/view=month&on=\d{4}-\d{2}-01&q=spring$/);
  expect(href("Previous month")).toMatch(/view=month&on=\d{4}-\d{2}-01&q=spring$/);
  expect(href("Today")).toBe("/campaigns/calendar?view=month&q=spring");
});
