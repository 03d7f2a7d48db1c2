import { expect, type Page } from "@playwright/test";
import { built } from "../../tests/processes/actions";
import { addSchedule } from "../support/campaign-order";
import { test, type Workspace } from "../support/fixtures";
import { sendSandbox } from "../support/send-sandbox";

/** No word of ours, so that each text with it was written by a user or a program. */
const userWord = "Quxwort";

const listed = Object.keys(built("app-paths-manifest.json"))
  .filter((name) => name.endsWith("/page") && name.includes("(console)") && !name.includes("["))
  .map((name) => name.replaceAll(/\/\([^)]*\)/g, "").replace(/\/page$/, "") || "/");

/**
 * Gives the service, its apps, lists, templates, keys, campaigns and devices, and its member, names
 * with the word.
 */
async function nameAll(workspace: Workspace): Promise<void> {
  const { query, serviceId, appId, memberId } = workspace;
  const name = (kind: string) => `${userWord} ${kind}`;
  await query("UPDATE service SET name = $2 WHERE id = $1", [serviceId, name("service")]);
  await query("UPDATE app SET name = $2 WHERE id = $1", [appId, name("app")]);
  await query("UPDATE member SET name = $2 WHERE id = $1", [memberId, name("member")]);
  await query("UPDATE service_key SET name = $2 WHERE service_id = $1", [serviceId, name("key")]);
  await query("UPDATE template SET name = $2, tags = ARRAY[$3] WHERE app_id = $1", [
    appId,
    name("template"),
    name("tag"),
  ]);
  await query("UPDATE audience SET name = $2 || ' ' || id WHERE service_id = $1", [
    serviceId,
    name("list"),
  ]);
  await query("UPDATE device SET model = $2 WHERE app_id = $1 AND NOT simulated", [
    appId,
    name("phone"),
  ]);
  await query(
    `INSERT INTO campaign (id, service_id, app_id, name, draft, updated_at)
     SELECT gen_random_uuid(), $1, $2, $3 || ' ' || c.state, '{}', now() FROM (VALUES ('draft'), ('scheduled')) c (state)`,
    [serviceId, appId, name("campaign")],
  );
  await addSchedule(query, serviceId, `${name("campaign")} scheduled`, "1 year");
  await sendSandbox(workspace, [`${userWord}-user`, "user-1"], {
    android: { title: name("title"), text: name("text") },
  });
}

/** Texts with the word that a browser would translate. Fields keep what was typed in them. */
function translatable(page: Page): Promise<string[]> {
  return page.evaluate((word) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const matches = new Set<string>();
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      const text = texts.currentNode.textContent ?? "";
      if (
        text.includes(word) &&
        parent?.closest("script, style, textarea, [translate=no]") === null
      )
        matches.add(`${parent.closest("[class]")?.tagName.toLowerCase()}: ${text.slice(0, 80)}`);
    }
    return [...matches];
  }, userWord);
}

test("what users and programs wrote is translated on no page", async ({ page, workspace }) => {
  // Half a hundred pages.
  test.setTimeout(600_000);
  await nameAll(workspace);
  let seen = 0;
  const look = (path: string) =>
    test.step(path, async () => {
      await page.goto(workspace.origin + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
      seen += await page.getByRole("main").getByText(userWord).count();
      expect.soft(await translatable(page), path).toEqual([]);
    });
  for (const path of listed) await look(path);
  for (const [list, link] of [
    ["/campaigns", "/campaigns/"],
    ["/messages", "/messages/"],
    ["/audiences", "/audiences/"],
    ["/templates", "/templates/"],
    ["/devices/registered", "/devices/"],
    ["/settings/apps", "/settings/apps/"],
    ["/settings/services", "/settings/services/"],
  ] as const) {
    await page.goto(workspace.origin + list);
    const links = page.getByRole("main").locator(`a[href^="${link}"]`).filter({ visible: true });
    await links.first().waitFor();
    const paths = await links.evaluateAll((all) =>
      all.map((one) => new URL((one as HTMLAnchorElement).href).pathname),
    );
    const own = paths.find(
      (path) => path.slice(link.length).split("/").length === 1 && !listed.includes(path),
    );
    expect(own, `a page linked from ${list}`).toBeDefined();
    await look(own ?? "");
  }
  expect(seen, "names that were seen").toBeGreaterThan(20);
});
