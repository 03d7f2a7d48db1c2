import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { listAddress } from "@/components/listing/list-address";
import { openPage } from "@/components/ui/testing";
import type { SegmentRow } from "@/lib/directory/segment/list";
import type { EstimateSegment } from "./panel/measure-rule";
import { SegmentTable } from "./segment-table";

const row = (id: string, name: string): SegmentRow => ({
  id,
  name,
  words: "users who read something",
  revision: 1,
  createdBy: null,
  createdAt: "2026-11-30T12:00:00.000Z",
  updatedAt: "2026-11-30T12:00:00.000Z",
});
const address = listAddress("/audiences/segments", {}, ["name", "-name"]);
const estimated: EstimateSegment = async () => ({
  ok: true,
  value: { users: 123_456, total: 1_000_000, sampled: 500 },
});

it("a list says in words who is in each segment, and estimates how many", async () => {
  openPage(
    <SegmentTable
      rows={[row("s1", "Readers")]}
      uses={[{ id: "s1", campaigns: 2 }]}
      address={address}
      actions={undefined}
      history={false}
      estimate={estimated}
    />,
    "/audiences/segments",
  );
  const cells = within(screen.getByRole("row", { name: /Readers/ }));
  expect(cells.getByText("users who read something")).toBeDefined();
  expect(await cells.findByText(/About 120,000/)).toBeDefined();
  expect(cells.getByText(/^2 campaigns/).textContent).toBe("2 campaigns scheduled or sending");
  expect(screen.getByRole("columnheader", { name: "Scheduled or sending" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Actions/ })).toBeNull();
});

it("a segment is removed after a question that says what stays", async () => {
  const removals: unknown[] = [];
  const { user } = openPage(
    <SegmentTable
      rows={[row("s1", "Readers"), row("s2", "Others")]}
      uses={[]}
      address={address}
      actions={{
        remove: async (input) => {
          removals.push(input);
          return { ok: true, value: undefined };
        },
        removeEach: async () => ({ ok: true, value: [] }),
        findUsers: async () => ({
          ok: true,
          value: [{ id: "c1", name: "Spring sale", state: "scheduled" }],
        }),
      }}
      history={false}
      estimate={estimated}
    />,
    "/audiences/segments",
  );
  screen.getByRole("button", { name: "Actions for Readers" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  await user.keyboard("{End}{Enter}");
  const question = await screen.findByRole("dialog", { name: /^Remove/ });
  expect(question.textContent).toContain("Users stay");
  expect(await screen.findByRole("link", { name: "Spring sale" })).toBeDefined();
  expect(removals).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Remove the segment" }));
  await expect.poll(() => removals).toEqual([{ id: "s1" }]);
});
