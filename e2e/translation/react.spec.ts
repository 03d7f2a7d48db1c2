import { expect } from "@playwright/test";
import { build } from "esbuild";
import fc from "fast-check";
import { test } from "../support/fixtures";
import { translate } from "../support/translate";
import type { DrawnRow } from "../support/translated-react";

const word = fc.option(fc.constantFrom("one", "two", "three"), { nil: null });
const rows = fc.uniqueArray(
  fc.record({ id: fc.nat(5), count: fc.nat(9), before: word, after: word, bold: fc.boolean() }),
  {
    selector: ({ id }) => id,
    maxLength: 5,
  },
);

/** What a reader sees, without regard to the translation into capitals. */
function rowsText(drawn: readonly DrawnRow[]): string {
  const each = drawn.map(
    ({ count, before, after, bold }) =>
      `${before ?? ""}${bold ? `bold ${count}` : ""}${count} of ${count + 1}${after ?? ""}${count} rows`,
  );
  return `start ${drawn.length} rows${each.join("")}end`;
}

for (const how of ["moved", "replaced"] as const)
  test(`React draws, changes, moves and removes texts that a browser has translated, each ${how}`, async ({
    page,
  }) => {
    const { outputFiles } = await build({
      entryPoints: ["e2e/support/translated-react.tsx"],
      bundle: true,
      write: false,
      jsx: "automatic",
      define: { "process.env.NODE_ENV": '"production"' },
    });
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.setContent("<main></main>");
    await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
    await translate(page, how);
    const rowSeries = fc.array(rows, { minLength: 2, maxLength: 8 });
    for (const series of fc.sample(rowSeries, 60)) {
      const texts = await page.evaluate(async (all) => {
        const { drawRows } = window as unknown as { drawRows: (drawn: DrawnRow[]) => void };
        const seen: string[] = [];
        for (const [index, drawn] of all.entries()) {
          drawRows(drawn);
          // Every second one is drawn before the translation of the first is noticed.
          if (index % 2 === 0) continue;
          await new Promise(requestAnimationFrame);
          seen.push(document.querySelector("main")?.textContent.toLowerCase() ?? "");
        }
        return seen;
      }, series);
      expect(texts).toEqual(series.filter((_, index) => index % 2 === 1).map(rowsText));
    }
    expect(errors).toEqual([]);
  });
