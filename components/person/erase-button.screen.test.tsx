import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { EraseButton } from "./erase-button";

type Props = ComponentProps<typeof EraseButton>;
type PersonData = Extract<Awaited<ReturnType<Props["look"]>>, { ok: true }>["value"];

const person: PersonData = {
  counts: { devices: 2, messages: 1 },
  waiting: { messages: 0, campaigns: 0 },
  mostCounted: 10_000,
};

async function lookFor(value: PersonData) {
  const erasures: unknown[] = [];
  const { user, visits } = openPage(
    <EraseButton
      serviceId="s"
      look={async () => ({ ok: true, value })}
      erase={async (input) => {
        erasures.push(input);
        const done = erasures.length === 2;
        return { ok: true, value: { id: "receipt", counts: {}, done, waiting: null } };
      }}
    />,
  );
  await user.click(screen.getByRole("button", { name: "Remove a person’s data …" }));
  await user.type(screen.getByLabelText("User ID"), "maya");
  await user.click(screen.getByRole("button", { name: "Show data" }));
  const removal = await screen.findByRole<HTMLButtonElement>("button", { name: "Remove data" });
  return { user, visits, erasures, removal };
}

it("data is removed once its user ID is typed again exactly, in as many calls as it needs", async () => {
  const { user, visits, erasures, removal } = await lookFor(person);
  expect(screen.getByText("2 devices")).toBeDefined();
  expect(screen.getByText("1 message")).toBeDefined();
  expect(removal.disabled).toBe(true);
  const confirmation = screen.getByLabelText<HTMLInputElement>("Type the user ID to confirm");
  await user.type(confirmation, "may");
  await user.click(removal);
  expect(await screen.findByText("Type the user ID exactly as above.")).toBeDefined();
  expect([confirmation.value, erasures]).toEqual(["may", []]);
  await user.type(confirmation, "a");
  await user.click(removal);
  expect(await screen.findByText("Removed the person’s data")).toBeDefined();
  const input = { serviceId: "s", userid: "maya", confirmation: "maya" };
  expect(erasures).toEqual([input, input]);
  expect(visits).toEqual(["/devices/erased/receipt"]);
});

it("says of a user ID without data to check its spelling", async () => {
  await lookFor({ ...person, counts: {} });
  expect(screen.getByText(/No data is stored for this user ID. Check the spelling./)).toBeDefined();
});

it("warns of what has to wait for messages on their way", async () => {
  await lookFor({ ...person, waiting: { messages: 1, campaigns: 2 } });
  expect(
    screen.getByText(/There is 1 message being sent to them and 2 campaigns that will go to them/),
  ).toBeDefined();
});
