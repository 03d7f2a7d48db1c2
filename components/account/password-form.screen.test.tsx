import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { PasswordForm } from "./password-form";

type Change = ComponentProps<typeof PasswordForm>["change"];

/** Answers the first call with a refusal of the present password, and accepts the second one. */
function openForm() {
  const inputs: unknown[] = [];
  const change: Change = async (input) => {
    inputs.push(input);
    return inputs.length === 1
      ? { ok: false, problems: [{ pointer: "/current", message: "That is not your password." }] }
      : { ok: true, value: null };
  };
  const { user } = openPage(<PasswordForm email="ada@example.com" change={change} />);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const submit = () => user.click(screen.getByRole("button", { name: "Change password" }));
  return { user, field, submit, inputs };
}

it("a short password is refused at its field, and not sent", async () => {
  const { user, field, submit, inputs } = openForm();
  await user.type(field("Current password"), "correct horse");
  await user.type(field("New password"), "123456789");
  await submit();
  expect(await screen.findByText("At least 10 characters.")).toBeDefined();
  expect(field("New password").getAttribute("aria-invalid")).toBe("true");
  expect(inputs).toEqual([]);
});

it("what was typed stays after a refusal, and is gone once the password is changed", async () => {
  const { user, field, submit } = openForm();
  await user.type(field("Current password"), "battery");
  await user.type(field("New password"), "a longer one");
  await submit();
  expect(await screen.findByText("That is not your password.")).toBeDefined();
  expect(document.activeElement).toBe(field("Current password"));
  expect(field("New password").value).toBe("a longer one");
  await user.clear(field("Current password"));
  await user.type(field("Current password"), "correct horse");
  await submit();
  expect(await screen.findByText("Changed your password")).toBeDefined();
  expect(field("Current password").value + field("New password").value).toBe("");
});
