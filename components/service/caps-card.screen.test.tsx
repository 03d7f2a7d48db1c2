import { screen, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { CapsCard } from "./caps-card";
import { shownService } from "./testing";

type Change = NonNullable<ComponentProps<typeof CapsCard>["change"]>;
type Caps = ComponentProps<typeof CapsCard>["service"]["frequencyCaps"];

function open(frequencyCaps: Caps, isReader = false) {
  const saved: unknown[] = [];
  const change: Change = async (input) => {
    if (input.part === "caps") saved.push(input.frequencyCaps);
    return { ok: true, value: { revision: 2 } };
  };
  const service = { ...shownService, frequencyCaps };
  const page = openPage(<CapsCard service={service} change={isReader ? undefined : change} />);
  const save = () => page.user.click(screen.getByRole("button", { name: "Save" }));
  return { saved, save, ...page };
}

it("adds a cap, which takes the focus, says at its row what is wrong, and saves", async () => {
  const { user, saved, save } = open([]);
  await user.click(screen.getByRole("button", { name: "Add a cap" }));
  const cap = within(screen.getByRole("group", { name: "Cap 1" }));
  const messages = cap.getByLabelText("Cap 1: messages");
  expect(document.activeElement).toBe(messages);
  await user.type(messages, "0");
  await save();
  expect(await cap.findByText(/^Messages takes 1 or more/)).toBeDefined();
  expect(saved).toEqual([]);
  await user.clear(messages);
  await user.type(messages, "3");
  await save();
  expect(await screen.findByText("Saved")).toBeDefined();
  expect(saved).toEqual([[{ messages: 3, span: 24, unit: "hours" }]]);
});

it("removes a cap, and leaves the others as they are", async () => {
  const { user, saved, save } = open([
    { messages: 3, span: 24, unit: "hours" },
    { messages: 9, span: 7, unit: "days" },
  ]);
  await user.click(screen.getByRole("button", { name: "Remove cap 1" }));
  await save();
  expect(await screen.findByText("Saved")).toBeDefined();
  expect(saved).toEqual([[{ messages: 9, span: 7, unit: "days" }]]);
});

it("takes no more than five", () => {
  open(Array.from({ length: 5 }, (_, n) => ({ messages: n + 1, span: 24, unit: "hours" })));
  expect(screen.queryByRole("button", { name: "Add a cap" })).toBeNull();
});

it("shows members who may look only what is set", () => {
  open([{ messages: 1, span: 1, unit: "days" }], true);
  expect(screen.getByText("at most 1 message a calendar day")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});
