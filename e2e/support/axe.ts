import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of axe whose judgement a change of colours can change. */
const aboutColours = ["color-contrast", "link-in-text-block"];

/** Expects no objection of axe in light and dark; a test goes on after one. */
export async function expectNoObjections(page: Page, what?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const violations = await objections(page, colorScheme === "dark" ? aboutColours : undefined);
    expect.soft(violations, [what, colorScheme].filter(Boolean).join(", ")).toEqual([]);
  }
}

/**
 * What axe objects to on the page once what appears has appeared: half faded in, anything lacks
 * contrast, and a page on its way has no title for a moment. The page's own content policy lets no
 * other script in, so this one comes by the debugger.
 *
 * @param rules those that are asked; all of them when left out
 */
export async function objections(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  await page.waitForFunction(
    () =>
      document.title !== "" &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== "running" || effect?.getComputedTiming().endTime === Infinity,
        ),
  );
  const violations = await page.evaluate(async (runOnly) => {
    const { axe: engine } = window as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    // That there is a title was waited for above; while another page comes it may be away again for
    // a moment.
    return (
      await engine.run(
        runOnly === undefined ? { rules: { "document-title": { enabled: false } } } : { runOnly },
      )
    ).violations;
  }, rules);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
  );
}
