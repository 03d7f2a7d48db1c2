import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { RetentionCard } from "./retention-card";

it("saves days, and an empty field as for ever; what is no number stays for its author to mend", async () => {
  const saved: unknown[] = [];
  const { user } = openPage(
    <RetentionCard
      retention={{ revision: 3, keepMessages: 396, keepDeliveries: 396, keepAttempts: null }}
      change={(input) => {
        saved.push(input);
        return Promise.resolve({ ok: true, value: { revision: 4 } });
      }}
    />,
  );
  const messages = screen.getByLabelText<HTMLInputElement>(/^Messages, in days/);
  const deliveries = screen.getByLabelText<HTMLInputElement>(/^Deliveries and delivery updates/);
  const save = () => user.click(screen.getByRole("button", { name: "Save" }));
  await user.clear(deliveries);
  await user.clear(messages);
  await user.type(messages, "a year");
  await save();
  expect(await screen.findByText(/whole number of days/)).toBeDefined();
  expect([messages.value, saved]).toEqual(["a year", []]);
  await user.clear(messages);
  await user.type(messages, "365");
  await save();
  expect(await screen.findByText("Saved")).toBeDefined();
  expect(saved).toEqual([{ revision: 3, keepMessages: 365 }]);
});
