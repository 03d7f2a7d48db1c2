import { screen, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { KeysCard } from "./keys-card";

type Props = ComponentProps<typeof KeysCard>;

const refused = async () => ({ ok: false as const, problems: [] });
const key: Props["keys"][number] = {
  id: "k",
  name: "Orders",
  prefix: "ck_1234",
  scopes: ["send"],
  createdAt: "2026-11-24T14:03:00Z",
  lastUsedAt: "2026-11-24T14:03:00Z",
  lastUsedFrom: "192.0.2.1",
  expiresAt: null,
  revokedAt: null,
  active: true,
  successor: null,
  calls: 1_200,
  callers: [{ address: "192.0.2.1", calls: 1_200 }],
  moreCallers: 0,
};

function openKeys(keys: Props["keys"], own?: Partial<NonNullable<Props["actions"]>>) {
  const actions = own && { create: refused, reroll: refused, revoke: refused, ...own };
  const service = { serviceId: "s", name: "Shop" };
  return openPage(<KeysCard service={service} keys={keys} most={50} actions={actions} />);
}

it("a key in use is revoked only after a question that names its callers", async () => {
  const revoked: unknown[] = [];
  const { user } = openKeys([key], {
    revoke: async (input) => {
      revoked.push(input);
      return { ok: true, value: null };
    },
  });
  await user.click(screen.getByRole("button", { name: "Revoke Orders, ck_1234" }));
  const callers = within(screen.getByRole("list", { name: "Who calls with it" }));
  expect(callers.getByRole("listitem").textContent).toBe("192.0.2.11,200");
  expect(revoked).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Revoke it anyway" }));
  expect(await screen.findByText(/^Revoked/)).toBeDefined();
  expect(revoked).toEqual([{ id: "k" }]);
});

it("a new key is visible until its window is closed, and never again", async () => {
  const { user } = openKeys([], {
    create: async () => ({ ok: true, value: { id: "n", key: "ck_new_secret" } }),
  });
  await user.click(screen.getByRole("button", { name: "New key" }));
  await user.type(screen.getByLabelText("Name"), "Orders");
  await user.click(screen.getByRole("button", { name: "Create key" }));
  const secret = await screen.findByRole<HTMLInputElement>("textbox", { name: "Service key" });
  expect(secret.value).toBe("ck_new_secret");
  await user.keyboard("{Escape}");
  expect(document.body.innerHTML).not.toContain("ck_new_secret");
});

it("without a key it says what follows, and who can create one", () => {
  openKeys([]);
  expect(screen.getByText(/Programs can’t call this service with a key/).textContent).toContain(
    "Admins of this service create keys.",
  );
  expect(screen.queryByRole("button")).toBeNull();
});
