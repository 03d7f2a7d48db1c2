import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { FactorList } from "./factor-list";

type Factors = ComponentProps<typeof FactorList>["factors"];
type Actions = ComponentProps<typeof FactorList>["actions"];

const refused = async () => ({ ok: false as const, problems: [] });
const passkey = { id: "p", name: "Laptop", createdAt: "2026-11-24T14:03:00Z", usedAt: null };
const app: Factors = {
  appSince: "2026-11-24T14:03:00Z",
  passkeys: [],
  codesLeft: 10,
  passkeysPossible: true,
};

function openFactors(factors: Factors, own: Partial<Actions> = {}) {
  const actions: Actions = {
    beginApp: refused,
    confirmApp: refused,
    removeApp: refused,
    beginPasskey: refused,
    addPasskey: refused,
    renamePasskey: refused,
    removePasskey: refused,
    askPasskey: refused,
    renewCodes: refused,
    ...own,
  };
  const { user } = openPage(<FactorList factors={factors} actions={actions} />);
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const prove = async () => {
    await user.type(screen.getByLabelText("Your password"), "correct horse");
    await user.type(screen.getByLabelText("Code"), "123456");
  };
  return { press, prove };
}

it("a wrong code is refused at its field, where one goes on, and everything typed stays", async () => {
  const message = "Wrong code. Each code works once: wait for the next one.";
  const { press, prove } = openFactors(app, {
    removeApp: async () => ({ ok: false, problems: [{ pointer: "/code", message }] }),
  });
  await press("Remove the authenticator app");
  await prove();
  await press("Remove");
  const code = await screen.findByRole<HTMLInputElement>("textbox", {
    name: "Code",
    description: message,
  });
  expect(document.activeElement).toBe(code);
  expect(code.value).toBe("123456");
  expect(screen.getByLabelText<HTMLInputElement>("Your password").value).toBe("correct horse");
});

it.each([
  ["the only factor", [], /your password alone/],
  ["one of two factors", [passkey], /other ways to sign in stay/],
])("removing %s says how one signs in then", async (_, passkeys, description) => {
  const { press } = openFactors({ ...app, passkeys });
  await press("Remove the authenticator app");
  expect(screen.getByRole("dialog", { description })).toBeDefined();
});

it("new recovery codes are visible until the member has saved them", async () => {
  const { press, prove } = openFactors(app, {
    renewCodes: async () => ({ ok: true, value: { codes: ["AAAA-1111", "BBBB-2222"] } }),
  });
  await press("Create new codes");
  await prove();
  await press("Create codes");
  const codes = await screen.findByRole("list", { name: "Recovery codes" });
  expect(Array.from(codes.children, ({ textContent }) => textContent)).toEqual([
    "AAAA-1111",
    "BBBB-2222",
  ]);
  await press("I saved them");
  expect(screen.queryByText("AAAA-1111")).toBeNull();
});
