import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

interface Step {
  file: string;
  names: string[];
}

/**
 * Returns the rows of the table below "Where something goes": a file, and the names that it
 * contains.
 */
function stepsIn(document: string): Step[] {
  const [, section = ""] = document.split("## Where something goes");
  const inBackticks = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
  return (section.split("\n## ")[0] ?? "")
    .split("\n")
    .map((line) => line.split(" | "))
    .filter(([first, file]) => first?.startsWith("| ") && file?.startsWith("`"))
    .map(([, file, names]) => ({ file: inBackticks(file)[0] ?? "", names: inBackticks(names) }));
}

/**
 * Returns a sentence for each file that does not exist and each name that its file does not
 * contain.
 */
function lostSteps(steps: readonly Step[], folder: string): string[] {
  return steps.flatMap(({ file, names }) => {
    if (!existsSync(join(folder, file))) return [`${file} does not exist`];
    const text = readFileSync(join(folder, file), "utf8");
    return names
      .filter((name) => !text.includes(name))
      .map((name) => `${file} does not contain ${name}`);
  });
}

it("follows the worked example of docs/architecture.md through its files", () => {
  expect(lostSteps(stepsIn(page), root)).toEqual([]);
});

it("reads every row of the table", () => {
  const steps = stepsIn(page);
  expect(steps.length).toBeGreaterThan(10);
  expect(steps.filter(({ names }) => names.length === 0)).toEqual([]);
});

it("reports a file and a name that are gone", () => {
  const document = [
    "## Where something goes: an example",
    "",
    "| step | file | names in it |",
    "| --- | --- | --- |",
    "| here | `package.json` | `clarion` `no such name` |",
    "| gone | `gone/file.ts` | `anything` |",
    "",
    "## Next",
    "| not read | `other/file.ts` | `anything` |",
  ].join("\n");
  expect(lostSteps(stepsIn(document), root)).toEqual([
    "package.json does not contain no such name",
    "gone/file.ts does not exist",
  ]);
});

it("keeps docs/architecture.md on one page: 80 lines of 140 characters", () => {
  const lines = page.split("\n");
  expect(lines.length).toBeLessThanOrEqual(81);
  expect(lines.filter((line) => line.length > 140)).toEqual([]);
});
