import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { MediaGrid } from "./media-grid";

type Props = ComponentProps<typeof MediaGrid>;
type Users = Awaited<ReturnType<Props["findUsers"]>>;

const banner: Props["rows"][number] = {
  id: "m",
  name: "Banner",
  sha256: "0".repeat(64),
  type: "png",
  bytes: 1_000,
  width: 1_200,
  height: 600,
  animated: false,
  createdAt: "2026-11-24T14:03:00Z",
  createdBy: null,
  uses: 1,
};
const campaigns = [{ id: "c", name: "Summer", state: "scheduled" as const }];

it("an image cannot be removed before its uses are listed, and then only with a warning", async () => {
  const removed: unknown[] = [];
  let answer: (users: Users) => void = () => undefined;
  const { user } = openPage(
    <MediaGrid
      rows={[banner]}
      origin="https://clarion.example"
      uploadTo="s"
      findUsers={() => new Promise((resolve) => (answer = resolve))}
      changes={{
        rename: async () => ({ ok: false, problems: [] }),
        remove: async (input) => {
          removed.push(input);
          return { ok: true, value: null };
        },
      }}
    />,
    "/media",
  );
  await user.click(screen.getByRole("button", { name: "Actions for Banner" }));
  await user.click(screen.getByRole("menuitem", { name: "Remove …" }));
  const early = await screen.findByRole<HTMLButtonElement>("button", { name: "Remove the image" });
  expect(early.disabled).toBe(true);
  answer({ ok: true, value: { templates: [], campaigns, apps: [] } });
  expect((await screen.findByRole("list", { name: "Used in" })).textContent).toBe(
    "Summer scheduled campaign",
  );
  expect(screen.getByRole("alert").textContent).toContain("These will show no image");
  await user.click(screen.getByRole("button", { name: "Remove it anyway" }));
  expect(await screen.findByText("Removed")).toBeDefined();
  expect(removed).toEqual([{ id: "m" }]);
});
