import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generated } from "./generated-docs";

// `npm run docs`: writes what the documentation takes from the code.
const root = join(import.meta.dirname, "..");
for (const [path, text] of Object.entries(
  generated((file) => readFileSync(join(root, file), "utf8")),
)) {
  writeFileSync(join(root, path), text);
  process.stdout.write(`${path}\n`);
}
