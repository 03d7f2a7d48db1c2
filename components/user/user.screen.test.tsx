import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { AttributeTable } from "./attribute-table";
import { ImportUsersButton } from "./import-users-button";
import { NewAttributeButton } from "./new-attribute-button";

const refused = async () => ({ ok: false as const, problems: [] });
const plan = {
  name: "plan",
  type: "text",
  description: "What they pay for",
  revision: 3,
  users: 1_204,
} as const;

it("an attribute is removed by the keyboard, and the question says how many users lose it", async () => {
  const removals: unknown[] = [];
  const { user } = openPage(
    <AttributeTable
      serviceId="s"
      rows={[plan]}
      history={false}
      actions={{
        add: refused,
        change: refused,
        remove: async (input) => {
          removals.push(input);
          return { ok: true, value: { users: 1_204 } };
        },
      }}
    />,
    "/settings/attributes",
  );
  screen.getByRole("button", { name: /^Actions for/ }).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  await user.keyboard("{End}{Enter}");
  const question = await screen.findByRole("dialog", { name: /^Remove the attribute/ });
  expect(question.textContent).toContain("1,204 users lose their value");
  expect(removals).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Remove attribute" }));
  await expect.poll(() => removals).toEqual([{ serviceId: "s", name: "plan" }]);
});

it("members who may look only have no actions", () => {
  openPage(
    <AttributeTable serviceId="s" rows={[plan]} history={false} actions={undefined} />,
    "/settings/attributes",
  );
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("1,204")).toBeDefined();
});

it("a new attribute says at its field what is wrong with its name", async () => {
  const added: unknown[] = [];
  const { user } = openPage(
    <NewAttributeButton
      serviceId="s"
      actions={{
        change: refused,
        remove: refused,
        add: async (input) => {
          added.push(input);
          return { ok: true, value: { name: input.name } };
        },
      }}
    />,
    "/settings/attributes",
  );
  await user.click(screen.getByRole("button", { name: "New attribute" }));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "my plan");
  await user.click(screen.getByRole("button", { name: "Add attribute" }));
  expect(await screen.findByText(/Use letters, digits and _/)).toBeDefined();
  expect(added).toEqual([]);
  await user.clear(screen.getByRole("textbox", { name: "Name" }));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "my_plan");
  await user.click(screen.getByRole("button", { name: "Add attribute" }));
  await expect
    .poll(() => added)
    .toEqual([{ serviceId: "s", name: "my_plan", type: "text", description: "" }]);
});

it("a file is imported with its columns as they were assigned, and its faulty lines are listed", async () => {
  const sent: unknown[] = [];
  const { user } = openPage(
    <ImportUsersButton
      serviceId="s"
      attributes={[{ name: "age", type: "number" }]}
      importLines={async (input) => {
        sent.push(input);
        return { ok: true, value: { stored: 1, problems: [] } };
      }}
    />,
    "/audiences/users",
  );
  await user.click(screen.getByRole("button", { name: "Import …" }));
  const file = new File(["userid,age,Last city\nmaya,31,Rome\nnoah,old,Oslo\n"], "users.csv", {
    type: "text/csv",
  });
  await user.upload(screen.getByLabelText(/Choose a CSV file/), file);
  expect(await screen.findByDisplayValue("last_city")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Import" }));
  expect(await screen.findByText(/1 user stored, 1 faulty/)).toBeDefined();
  expect(screen.getByRole("region", { name: "Faulty lines" }).textContent).toContain("Line 3");
  expect(sent).toEqual([
    {
      serviceId: "s",
      lines: [{ line: 2, user: { userid: "maya", attributes: { age: 31, last_city: "Rome" } } }],
    },
  ]);
});

it("a column that is renamed to an attribute is read by its type", async () => {
  const sent: unknown[] = [];
  const { user } = openPage(
    <ImportUsersButton
      serviceId="s"
      attributes={[{ name: "plan", type: "text" }]}
      importLines={async (input) => {
        sent.push(input);
        return { ok: true, value: { stored: 1, problems: [] } };
      }}
    />,
    "/audiences/users",
  );
  await user.click(screen.getByRole("button", { name: "Import …" }));
  const file = new File(["userid,tier\nmaya,1\n"], "users.csv", { type: "text/csv" });
  await user.upload(screen.getByLabelText(/Choose a CSV file/), file);
  const name = await screen.findByDisplayValue("tier");
  await user.clear(name);
  await user.type(name, "plan");
  await user.click(screen.getByRole("button", { name: "Import" }));
  await expect
    .poll(() => sent)
    .toEqual([
      { serviceId: "s", lines: [{ line: 2, user: { userid: "maya", attributes: { plan: "1" } } }] },
    ]);
});

it("an import is stopped by its button alone, and says what it stored", async () => {
  let answer: () => void = () => undefined;
  const { user } = openPage(
    <ImportUsersButton
      serviceId="s"
      attributes={[]}
      importLines={async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return { ok: true, value: { stored: 500, problems: [] } };
      }}
    />,
    "/audiences/users",
  );
  await user.click(screen.getByRole("button", { name: "Import …" }));
  const lines = Array.from({ length: 1_000 }, (_, n) => `user-${n},${n}`);
  const file = new File([["userid,age", ...lines].join("\n")], "users.csv", { type: "text/csv" });
  await user.upload(screen.getByLabelText(/Choose a CSV file/), file);
  await user.click(await screen.findByRole("button", { name: "Import" }));
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Stop" }));
  answer();
  expect(await screen.findByText("500 users stored")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Done" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});
