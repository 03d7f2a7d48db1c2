import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Files that are imported, and do nothing wrong themselves. */
const faces = [
  "lib/interface/request.ts",
  "lib/payload/build.ts",
  "lib/providers/facts.ts",
  "lib/providers/payloads.ts",
  "lib/inputs/text.ts",
  "lib/compose/held.ts",
  "lib/authoring/held.ts",
  "lib/findings/doubt.ts",
  "lib/database/sql.ts",
  "lib/directory/app/create.ts",
  "lib/directory/app-secret.ts",
  "lib/directory/app/inner/deep.ts",
  "lib/dispatch/accept.ts",
  "lib/dispatch/message.ts",
  "lib/dispatch/inner/deep.ts",
  "lib/outbound/guarded.ts",
  "lib/auth/member.ts",
  "lib/results/status.ts",
  "lib/campaign/run.ts",
  "lib/campaign/order/plan.ts",
  "components/composer/composer.tsx",
  "components/device/list.tsx",
  "components/message/table.tsx",
  "components/template/value.tsx",
  "components/ui/button.tsx",
  "app/actions.ts",
  "tests/faults/killed-leases.ts",
];

/** A file, what it imports, and the rules that this breaks. */
const planted: [file: string, imports: string, broken: string[]][] = [
  ["lib/interface/p01.ts", "@/lib/payload/build", ["arrow-interface"]],
  ["lib/compose/p02.ts", "@/lib/inputs/text", ["arrow-compose"]],
  ["lib/compose/p03.ts", "@/lib/payload/build", []],
  ["lib/compose/p45.ts", "@/lib/findings/doubt", ["arrow-compose"]],
  ["lib/findings/p46.ts", "@/lib/compose/held", []],
  ["lib/authoring/p60.ts", "@/lib/compose/held", []],
  ["lib/compose/p61.ts", "@/lib/authoring/held", ["arrow-compose"]],
  ["lib/plan/p04.ts", "node:fs", ["pure-means-no-io"]],
  ["lib/policy/p05.ts", "zod", []],
  ["lib/policy/p06.ts", "pino", ["pure-means-no-io"]],
  ["lib/describe/p07.ts", "@/lib/auth/member", ["arrow-describe"]],
  ["lib/media/p08.ts", "@/lib/database/sql", ["arrow-media"]],
  ["lib/providers/p09.ts", "@/lib/database/sql", ["arrow-providers"]],
  ["lib/interface/p58.ts", "@/lib/providers/facts", []],
  ["lib/interface/p59.ts", "@/lib/providers/payloads", ["arrow-interface"]],
  ["lib/providers/dove/facts.ts", "@/lib/interface/request", ["facts-import-nothing"]],
  ["lib/providers/dove/credential.ts", "node:fs", ["pure-means-no-io"]],
  ["lib/providers/dove/payload.ts", "@/lib/outbound/guarded", ["provider-pure-half"]],
  ["lib/providers/dove/appearance.ts", "./adapter", ["provider-pure-half"]],
  ["lib/providers/dove/adapter.ts", "@/lib/outbound/guarded", []],
  ["lib/updates/p10.ts", "@/lib/directory/app-secret", ["arrow-updates"]],
  ["lib/dispatch/p11.ts", "@/lib/campaign/run", ["arrow-dispatch"]],
  ["lib/dispatch/p12.ts", "@/lib/results/status", ["arrow-dispatch"]],
  ["lib/campaign/p13.ts", "@/lib/dispatch/accept", []],
  ["lib/campaign/p14.ts", "@/lib/results/status", ["arrow-campaign"]],
  ["lib/results/p15.ts", "@/lib/dispatch/accept", ["arrow-results"]],
  ["lib/results/p16.ts", "@/lib/dispatch/message", []],
  ["lib/results/p17.ts", "@/lib/directory/app-secret", ["arrow-results"]],
  ["lib/verb/p18.ts", "@/lib/directory/app-secret", ["arrow-verb"]],
  ["lib/storage/p19.ts", "@/lib/database/sql", ["arrow-storage"]],
  ["lib/work/p20.ts", "@/lib/dispatch/accept", ["arrow-work"]],
  ["lib/check/p21.ts", "@/lib/dispatch/accept", ["arrow-check"]],
  ["lib/check/p22.ts", "@/lib/outbound/guarded", []],
  ["lib/http/p23.ts", "@/lib/database/sql", ["arrow-http"]],
  ["lib/cli/p24.ts", "@/lib/database/sql", []],
  ["lib/lab/p25.ts", "@/lib/payload/build", ["arrow-lab"]],
  ["lib/utils/p26.ts", "zod", ["room-not-listed"]],
  ["lib/directory/p27.ts", "node:https", ["one-door-to-the-network"]],
  ["lib/http/p28.ts", "node:http", []],
  ["lib/directory/p29.ts", "pg", ["one-door-to-the-database"]],
  ["lib/campaign/p30.ts", "@/lib/dispatch/inner/deep", ["room-face"]],
  ["lib/dispatch/p31.ts", "@/lib/directory/app/create", []],
  ["lib/dispatch/p32.ts", "@/lib/directory/app/inner/deep", ["room-face"]],
  ["lib/directory/p33.ts", "@/app/actions", ["arrow-directory", "nothing-imports-app"]],
  ["lib/directory/p34.ts", "@/components/ui/button", ["arrow-directory"]],
  ["lib/directory/p35.ts", "@/tests/faults/killed-leases", ["no-test-in-production"]],
  ["lib/directory/p36.test.ts", "@/tests/faults/killed-leases", []],
  ["components/message/p37.tsx", "@/lib/results/status", ["arrow-components"]],
  ["components/message/p38.tsx", "type @/lib/results/status", []],
  ["components/message/p39.tsx", "zod", ["no-second-schema"]],
  ["components/ui/p40.tsx", "@/components/message/table", ["layer-ui"]],
  ["components/ui/p41.tsx", "type @/lib/interface/request", ["ui-knows-no-domain"]],
  ["components/preview/p42.tsx", "@/lib/payload/build", []],
  ["components/preview/p43.tsx", "@/lib/interface/request", ["preview-draws-payloads"]],
  ["components/preview/p44.tsx", "@/components/composer/composer", ["layer-preview"]],
  ["components/editor/p50.tsx", "@/components/message/table", []],
  ["components/editor/p51.tsx", "type @/components/composer/composer", ["layer-editor"]],
  ["components/composer/p52.tsx", "@/components/template/value", ["layer-composer"]],
  ["components/facts/p53.tsx", "@/components/ui/button", []],
  ["components/facts/p54.tsx", "@/components/message/table", ["layer-facts"]],
  ["components/facts/p58.test.tsx", "@/components/message/table", ["layer-facts"]],
  ["components/facts/p59.tsx", "type @/components/message/table", ["layer-facts"]],
  ["components/facts/p60.tsx", "../message/table", ["layer-facts"]],
  ["components/message/p61.tsx", "@/components/device/list", ["layer-message"]],
  ["components/common/p55.tsx", "@/components/ui/button", ["layer-not-listed"]],
  ["app/p45.tsx", "@/lib/results/status", []],
  ["app/p46.tsx", "@/lib/database/sql", ["arrow-app"]],
  ["app/p47.tsx", "@/components/message/table", []],
  ["lib/campaign/p50.ts", "./run", ["campaign-verbs-apart"]],
  ["lib/campaign/p51.ts", "./order/plan", []],
  ["lib/campaign/order/p52.ts", "../run", ["campaign-verbs-apart"]],
  ["lib/campaign/p53.test.ts", "./run", []],
  // A circle is reported once, at one of its files.
  ["components/facts/p56.tsx", "type ./p57", ["no-circle-of-types"]],
  ["components/facts/p57.tsx", "type ./p56", []],
  ["lib/plan/p62.ts", "type ./p63", ["no-circle-of-types"]],
  ["lib/plan/p63.ts", "type ./p62", []],
  ["lib/plan/p48.ts", "./p49", ["no-circle", "no-circle-of-types"]],
  ["lib/plan/p49.ts", "./p48", []],
];

interface CruiseResult {
  modules: { dependencies: { couldNotResolve: boolean }[] }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

/** The project's own configuration, run on a project that breaks it. */
describe("the arrows", () => {
  let folder: string;
  let cruised: CruiseResult;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "clarion-arrows-"));
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    put(
      "tsconfig.json",
      JSON.stringify({
        compilerOptions: {
          module: "esnext",
          moduleResolution: "bundler",
          paths: { "@/*": ["./*"] },
        },
      }),
    );
    put("package.json", JSON.stringify({ dependencies: { zod: "*", pg: "*", pino: "*" } }));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    for (const path of faces) put(path, "export const value = 1;\nexport type Value = number;\n");
    for (const [path, imports] of planted) {
      const line = imports.startsWith("type ")
        ? `import type { Value } from "${imports.slice(5)}";`
        : `import { value } from "${imports}";`;
      put(
        path,
        `${line}\nexport const planted = ${imports.startsWith("type ") ? "1 as Value" : "value"};\n`,
      );
    }
    cruised = cruise(folder);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(planted)("%s imports %s: breaks %j", (path, _imports, broken) => {
    const brokenRules = cruised.summary.violations
      .filter(({ from }) => from === path)
      .map(({ rule }) => rule.name);
    expect(brokenRules.toSorted()).toEqual(broken.toSorted());
  });

  it("finds nothing in what only obeys", () => {
    expect(cruised.summary.violations.filter(({ from }) => faces.includes(from))).toEqual([]);
  });

  it("has seen every import", () => {
    const unseen = cruised.modules
      .flatMap(({ dependencies }) => dependencies)
      .filter(({ couldNotResolve }) => couldNotResolve);
    expect(unseen).toEqual([]);
  });
});

function cruise(folder: string): CruiseResult {
  const script = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = join(root, ".dependency-cruiser.cjs");
  const output = execFileSync(
    process.execPath,
    // `err` exits with the number of violations; `json` exits with 0 and prints them.
    [script, "--config", config, "--output-type", "json", "app", "components", "lib"],
    { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(output) as CruiseResult;
}
