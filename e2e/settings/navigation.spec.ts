import { expect } from "@playwright/test";
import { test } from "../support/fixtures";
import { ownInstallation } from "../support/own-installation";

test("each page of the settings has its title where the navigation begins", async ({
  page,
  workspace,
}) => {
  await ownInstallation(workspace);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${workspace.origin}/settings/services`);
  const rooms = page.getByRole("navigation", { name: "Settings" });
  for (const [room, title] of [
    ["Services", "Services"],
    ["Apps", "Apps"],
    ["Notify URLs", "Notify URLs"],
    ["Members", "Members"],
    ["Single sign-on", "Single sign-on"],
    ["Retention", "Retention"],
    ["Audit log", "Audit log"],
  ] as const) {
    await rooms.getByRole("link", { name: room }).click();
    const heading = page.getByRole("heading", { name: title, level: 1 });
    await expect(heading).toBeVisible();
    const line = await rooms.getByRole("list").boundingBox();
    // The page takes the place of what stands there while it loads.
    await expect
      .poll(async () => (await heading.boundingBox())?.x, { message: room })
      .toBe(line?.x);
  }
});
