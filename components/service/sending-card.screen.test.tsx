import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { SendingCard } from "./sending-card";
import { shownService } from "./testing";

const service = {
  ...shownService,
  timezone: "Europe/Vienna",
  quietFrom: 1_320,
  quietTo: 480,
};

it("shows and saves times as clocks show them, and empty ones as none", async () => {
  const saved: unknown[] = [];
  const { user } = openPage(
    <SendingCard
      service={service}
      change={async (input) => {
        saved.push(input);
        return { ok: true, value: { revision: 2 } };
      }}
    />,
  );
  const from = screen.getByLabelText<HTMLInputElement>(/^Quiet hours from/);
  expect(from.value).toBe("22:00");
  await user.clear(from);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(
    await screen.findByText("Enter when these hours begin, or leave both empty."),
  ).toBeDefined();
  expect(saved).toEqual([]);
  await user.clear(screen.getByLabelText(/^Quiet hours until/));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeDefined();
  expect(saved).toMatchObject([{ part: "sending", timezone: "Europe/Vienna" }]);
  expect(saved[0]).toHaveProperty("quietFrom", undefined);
  expect(saved[0]).toHaveProperty("quietTo", undefined);
});

it("shows members who may look only what is set", () => {
  openPage(<SendingCard service={service} change={undefined} />);
  expect(screen.getByText("22:00 to 08:00")).toBeDefined();
  expect(screen.getByText("At any time")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});
