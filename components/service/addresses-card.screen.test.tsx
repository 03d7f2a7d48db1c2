import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { AddressesCard } from "./addresses-card";

const service: ComponentProps<typeof AddressesCard>["service"] = {
  serviceId: "s",
  name: "Shop",
  active: true,
  sandbox: false,
  notifyurl: null,
  notifyurlAuthId: null,
  sizeRule: "body",
  always200: false,
  httpsOnly: true,
  ipAllow: [],
  idsPerSecond: null,
  revision: 1,
  approvalAbove: null,
  approvalScheduled: false,
  approvalHours: 72,
  testsPerDay: 100,
  timezone: "UTC",
  quietFrom: null,
  quietTo: null,
  windowFrom: null,
  windowTo: null,
  windowDays: [],
  keepMessages: null,
  keepDeliveries: null,
  keepAttempts: null,
  installationKeeps: { keepMessages: 396, keepDeliveries: 396, keepAttempts: 30 },
  approvers: 2,
  hasSigningSecret: false,
  scheduled: 0,
  sending: 0,
  notifyAuths: [],
};
const warning = "Your address, 192.0.2.1, is not in this list.";

it("asks before the own address is left out; going on with editing saves nothing, and the text stays", async () => {
  const saved: unknown[] = [];
  const { user } = openPage(
    <AddressesCard
      service={service}
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
