import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { RemoveConnection } from "./remove-connection";

it("a connection is removed after a question that says who can sign in then", async () => {
  const removed: unknown[] = [];
  const { user, visits } = openPage(
    <RemoveConnection
      id="c"
      name="Acme"
      remove={async (input) => {
        removed.push(input);
        return { ok: true, value: null };
      }}
    />,
    "/settings/sign-on/c",
  );
  const ask = () => user.click(screen.getByRole("button", { name: "Remove …" }));
  await ask();
  expect(screen.getByRole("dialog", { description: /passwords work again/ })).toBeDefined();
  await user.keyboard("{Escape}");
  expect([screen.queryByRole("dialog"), removed, visits]).toEqual([null, [], []]);
  await ask();
  await user.click(screen.getByRole("button", { name: "Remove connection" }));
  expect(await screen.findByText(/^Removed/)).toBeDefined();
  expect([removed, visits]).toEqual([[{ id: "c" }], ["/settings/sign-on"]]);
});
