import { test as base, type Page } from "@playwright/test";
import { openEmbedded } from "@/lib/database/embedded";
import { confirmSend, signIn } from "./support/fixtures";
import { startUsed } from "./support/server";
import { join } from "node:path";
const test = base;
async function shoot(page: Page, name: string) {
  for (const [scheme, width] of [["light", 1360], ["dark", 1360], ["light", 390]] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.waitForTimeout(350);
    await page.screenshot({ path: `/tmp/shots/${name}-${scheme}-${width}.png` });
  }
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}
test("look", async ({ page }) => {
  test.setTimeout(300_000);
  const server = await startUsed();
  await signIn(page, server);
  page.on("console", (m) => console.log("C", m.text())); page.on("pageerror", (e) => console.log("E", e)); page.on("requestfailed", (r) => console.log("F", r.url())); page.on("response", (r) => r.status() >= 400 && console.log("R", r.status(), r.url()));
  await page.goto(`${server.origin}/compose`); await page.waitForTimeout(5000); console.log(server.output().slice(-1500)); 
  await shoot(page, "compose-empty");

  await page.waitForTimeout(800);
  await shoot(page, "compose");
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await confirmSend(page);
  await page.getByText("Accepted, on its way").waitFor();
  await page.goto(`${server.origin}/settings/apps`);
  await page.getByRole("main").getByRole("link").first().click();
  await page.getByText("Shared devices").first().waitFor();
  await page.getByText("Shared devices").first().scrollIntoViewIfNeeded();
  await shoot(page, "app");
  await page.goto(`${server.origin}/audiences`);
  await page.getByRole("button", { name: "New list" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Spring");
  await page.getByRole("radio", { name: "CSV file" }).click();
  await page.locator('input[type="file"]').setInputFiles({ name: "s.csv", mimeType: "text/csv", buffer: Buffer.from("user,name\n4.68769E+17,Ann\n'0044,Ben\nu3,Cem\n#NAME?,Dan\n") });
  await page.waitForTimeout(800);
  await shoot(page, "damage");
  await page.goto(`${server.origin}/devices`);
  await page.waitForTimeout(500);
  await shoot(page, "devices");
  await page.goto(`${server.origin}/templates`);
  await page.waitForTimeout(500);
  await shoot(page, "templates");
  await server.end();
  const db = await openEmbedded(join(server.dataDir, "database"));
  await db.query("UPDATE campaign SET state = 'failed', refused = 2, answered = 3, requests = 3, failure = NULL").catch(async () => db.query("UPDATE campaign SET state = 'failed', refused = 2, answered = 3, requests = 3"));
  await db.query("INSERT INTO template_draft (template_id, content, revision) SELECT id, '{nope', 7 FROM template LIMIT 1 ON CONFLICT (template_id) DO UPDATE SET content = '{nope'");
  await db.close();
  await server.start();
  await page.goto(`${server.origin}/campaigns`);
  await page.waitForTimeout(500);
  await shoot(page, "campaigns");
  await page.getByRole("main").getByRole("link").first().click();
  await page.waitForTimeout(1500);
  await shoot(page, "campaign");
  await page.goto(`${server.origin}/templates`);
  await page.getByRole("main").getByRole("link", { name: /Order/ }).first().click();
  await page.waitForTimeout(1500);
  await shoot(page, "unreadable");
  await server.stop();
});
