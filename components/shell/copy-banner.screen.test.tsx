import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { CopyBanner } from "./copy-banner";

it("an owner has a copy send only after a question", async () => {
  let confirmations = 0;
  const { user } = openPage(
    <CopyBanner
      confirm={async () => {
        confirmations += 1;
        return { ok: true, value: null };
      }}
    />,
  );
  expect(screen.getByText(/looks like a copy of another installation/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Send from here …" }));
  const question = await screen.findByRole("dialog", { name: "Send from here?" });
  expect(question.textContent).toContain("people get it twice");
  expect(confirmations).toBe(0);
  await user.click(screen.getByRole("button", { name: "Send from here" }));
  await expect.poll(() => confirmations).toBe(1);
});

it("other members read who can have it send", () => {
  openPage(<CopyBanner confirm={undefined} />);
  expect(screen.getByText(/An owner of the installation can have it send/)).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
