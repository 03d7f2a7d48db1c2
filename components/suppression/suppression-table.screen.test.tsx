import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { SuppressionTable } from "./suppression-table";

const row = {
  id: "1",
  kind: "userid" as const,
  label: "maya",
  note: "",
  createdBy: null,
  createdAt: "2026-11-24T14:03:00Z",
};

it("a bulk removal counts its rows, and says of each that is left why; that one stays selected", async () => {
  const calls: unknown[] = [];
  const { user } = openPage(
    <SuppressionTable
      rows={[row, { ...row, id: "2", label: "noah" }, { ...row, id: "3", label: "olga" }]}
      unsuppressEach={async (inputs) => {
        calls.push(inputs);
        const problems = [{ pointer: "", message: "It was removed already" }];
        return {
          ok: true,
          value: [
            { ok: true, value: null },
            { ok: false, problems },
          ],
        };
      }}
    />,
  );
  const box = (name: string) => screen.getByRole("checkbox", { name: `Select ${name}` });
  box("maya").focus();
  await user.keyboard(" {Shift>}{ArrowDown}{/Shift}");
  expect(document.activeElement).toBe(box("noah"));
  await user.click(screen.getByRole("button", { name: "Remove from the list" }));
  expect(screen.getByRole("dialog", { name: "Send to 2 recipients again?" })).toBeDefined();
  expect(calls).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Remove 2 recipients" }));
  expect(await screen.findByText("1 recipient removed from the list, 1 not")).toBeDefined();
  expect(screen.getByText("noah: It was removed already.")).toBeDefined();
  expect(calls).toEqual([[{ id: "1" }, { id: "2" }]]);
  expect(["maya", "noah", "olga"].map((name) => box(name).getAttribute("aria-checked"))).toEqual([
    "false",
    "true",
    "false",
  ]);
});

it("members who may look only have nothing to select", () => {
  openPage(<SuppressionTable rows={[row]} unsuppressEach={undefined} />);
  expect(screen.getByText("maya")).toBeDefined();
  expect(screen.queryByRole("checkbox")).toBeNull();
});
