import { test } from "@playwright/test";
import { signIn } from "./support/fixtures";
import { startUsed } from "./support/server";
test("b", async ({ page }) => {
  const server = await startUsed();
  await signIn(page, server);
  page.on("console", (m) => console.log("C", m.type(), m.text().slice(0, 300)));
  page.on("request", (r) => r.url().includes("chunks") || console.log("Q", r.method(), r.url().slice(22, 120)));
  await page.goto(`${server.origin}/compose`);
  const say = async (what: string) => console.log(what, await page.evaluate(() => [document.querySelector("main")?.innerHTML.length, !!document.querySelector("main button")]));
  await page.waitForTimeout(2000);
  await say("opened");
  for (const scheme of ["light", "dark", "light"] as const) { await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" }); await page.waitForTimeout(1500); await say(scheme); }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(3000);
  await say("phone");
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.waitForTimeout(3000);
  await say("wide");
  await page.screenshot({ path: "/tmp/shots/b.png" });
  await page.waitForTimeout(3000);
  await say("shot");
  await server.stop();
});
