import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { MemberTable } from "./member-table";

type Props = ComponentProps<typeof MemberTable>;

const refused = async () => ({ ok: false as const, problems: [] });
const ada: Props["rows"][number] = {
  id: "ada",
  name: "Ada",
  email: "ada@example.com",
  role: "owner",
  revision: 1,
  maySend: false,
  mayApprove: false,
  installationOwner: false,
  disabled: false,
  secondFactor: true,
  services: 1,
  seenAt: null,
};
const grace = { ...ada, id: "grace", name: "Grace", email: "grace@example.com" };

function openMembers() {
  const removals: unknown[] = [];
  const page = openPage(
    <MemberTable
      rows={[ada, grace]}
      address={{
        path: "/settings/members",
        filter: {},
        sort: "name",
        usualSort: "name",
        after: undefined,
        before: undefined,
      }}
      serviceId="s"
      service="Shop"
      everybody={false}
      looker={{ id: "ada", keepsMembers: true, installationOwner: false }}
      actions={{
        change: refused,
        remove: async (input) => {
          removals.push(input);
          return { ok: true, value: null };
        },
        disable: refused,
        reset: refused,
        signOut: refused,
        resetFactor: refused,
      }}
    />,
    "/settings/members",
  );
  return { ...page, removals };
}

it("a member is removed by the keyboard, and not before the question is answered", async () => {
  const { user, removals } = openMembers();
  const ask = async () => {
    screen.getByRole("button", { name: "Actions for Grace" }).focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("menu");
    await user.keyboard("{End}{Enter}");
    return screen.findByRole("dialog", { name: /^Remove\s+Grace\s+from\s+Shop\s*\?$/ });
  };
  await ask();
  await user.click(screen.getByRole("button", { name: "Keep" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(removals).toEqual([]);
  await ask();
  await user.click(screen.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText(/^Removed/)).toBeDefined();
  expect(removals).toEqual([{ serviceId: "s", memberId: "grace" }]);
});

it("members can only leave where they look at themselves", async () => {
  const { user } = openMembers();
  await user.click(screen.getByRole("button", { name: "Actions for Ada" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Leave the service …",
  ]);
});
