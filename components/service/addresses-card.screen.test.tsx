import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { AddressesCard } from "./addresses-card";
import { shownService } from "./testing";

const warning = "Your address, 192.0.2.1, is not in this list.";

it("asks before the own address is left out; going on with editing saves nothing, and the text stays", async () => {
  const saved: unknown[] = [];
  const { user } = openPage(
    <AddressesCard
      service={shownService}
      from="192.0.2.1"
      change={async (input) => {
        if (input.part !== "addresses" || input.anyway !== true)
          return { ok: false, problems: [{ pointer: "/anyway", message: warning }] };
        saved.push(input.ipAllow);
        return { ok: true, value: { revision: 2 } };
      }}
    />,
  );
  const list = screen.getByLabelText<HTMLTextAreaElement>(/^Addresses and ranges/);
  const save = () => user.click(screen.getByRole("button", { name: "Save" }));
  const question = () => screen.findByRole("dialog", { description: warning });
  await user.type(list, "198.51.100.0/24");
  await save();
  await question();
  await user.click(screen.getByRole("button", { name: "Go on editing" }));
  expect(await screen.findByText(/^Not saved yet/)).toBeDefined();
  expect([list.value, saved]).toEqual(["198.51.100.0/24", []]);
  await save();
  await question();
  await user.click(screen.getByRole("button", { name: "Save anyway" }));
  expect(await screen.findByText("Saved")).toBeDefined();
  expect(saved).toEqual([["198.51.100.0/24"]]);
});
