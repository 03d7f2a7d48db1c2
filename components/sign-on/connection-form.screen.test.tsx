import { screen, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { ConnectionForm } from "./connection-form";

type Props = ComponentProps<typeof ConnectionForm>;

const connection: NonNullable<Props["connection"]> = {
  id: "c",
  name: "Acme",
  issuer: "https://id.example.com",
  clientId: "clarion",
  domains: ["example.com"],
  trustsEmails: false,
  groupsClaim: "groups",
  groups: [],
  enforced: false,
  breakGlassId: null,
  proven: false,
  version: "1",
};

function openForm(own: Pick<Props, "connection" | "services">) {
  const saved: Parameters<Props["save"]>[0][] = [];
  const { user } = openPage(
    <ConnectionForm
      id="c"
      redirectUri="https://clarion.example/api/sign-on"
      owners={[]}
      save={async (input) => {
        saved.push(input);
        return { ok: true, value: { id: "c" } };
      }}
      {...own}
    />,
  );
  return { user, saved };
}

it("a group without a name is refused at its own field, and is saved once it has one", async () => {
  const { user, saved } = openForm({ connection, services: [{ id: "s", name: "Shop" }] });
  expect(screen.getByText("No group gives a role. People need an invitation.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Add a group" }));
  const group = () =>
    within(screen.getByRole("group", { name: "Group 1" })).getByLabelText("Group");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Must not be empty.")).toBeDefined();
  expect(document.activeElement).toBe(group());
  expect(saved).toEqual([]);
  await user.type(group(), "staff");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeDefined();
  expect(saved.map(({ groups }) => groups)).toEqual([
    [{ group: "staff", serviceId: "s", role: "viewer", maySend: false, mayApprove: false }],
  ]);
});

it("a stored secret stays where its field is left empty", async () => {
  const { user, saved } = openForm({ connection, services: [] });
  expect(screen.getByLabelText<HTMLInputElement>(/^Client secret/).value).toBe("");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeDefined();
  expect(saved.map(({ clientSecret }) => clientSecret)).toEqual([""]);
});
