import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { candidateOf } from "@/components/template/files/import-plan";
import { templatesInZip } from "@/components/template/files/read-zip";
import { testOwner } from "@/lib/auth/testing";
import { run } from "@/lib/cli/main";
import { writeTemplate } from "@/lib/cli/templates/folders";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { exportTemplates } from "@/lib/directory/template/export";
import { previewPut } from "@/lib/directory/template/put";
import { openInterface, type TestInterface } from "@/lib/http/testing";
import type { TemplateFiles } from "@/lib/template/files";

const text = fc.string({
  unit: fc.constantFrom(
    "a",
    "é",
    "👍",
    "\n",
    "\r",
    "\t",
    '"',
    "\\",
    " ",
    "${name}",
    "$${",
    "/",
    "{",
  ),
  minLength: 1,
  maxLength: 12,
});
const block = fc.record(
  {
    text,
    title: text,
    extras: fc.record({
      customtags: fc.dictionary(
        fc.constantFrom("a", "b", "text@"),
        fc.oneof(text, fc.array(text, { maxLength: 2 })),
      ),
    }),
  },
  { requiredKeys: ["text"] },
);
const parameter = fc.record(
  {
    type: fc.constantFrom("text", "number", "url", "date"),
    required: fc.boolean(),
    maxLength: fc.integer({ min: 1, max: 4_096 }),
    description: text,
  },
  { requiredKeys: [] },
);
const template = fc.record({
  name: text.map((one) => one.trim() || "Named"),
  tags: fc.uniqueArray(fc.constantFrom("Spring", "cart", "é"), { maxLength: 3 }),
  blocks: fc.record({ web: block, android: block, ios: block }, { requiredKeys: [] }),
  parameters: parameter.map((one) => [{ name: "name", ...one }]),
  samples: fc.array(
    fc.record({
      name: fc.constantFrom("Long", "Short"),
      values: fc.dictionary(fc.constantFrom("name", "z", "a"), text),
    }),
    {
      maxLength: 2,
    },
  ),
  languages: fc.uniqueArray(
    fc.record({
      language: fc.constantFrom("pt-BR", "ar", "zh-Hant"),
      texts: fc.uniqueArray(
        fc.record({ at: fc.constantFrom("/ios/text", "/web/title"), of: text, text }),
        { selector: ({ at }) => at },
      ),
    }),
    { selector: ({ language }) => language, maxLength: 2 },
  ),
});

describe("clarion templates", () => {
  let served: TestInterface;
  let database: Database;
  const folder = mkdtempSync(join(tmpdir(), "clarion-cli-"));
  beforeAll(async () => {
    database = await openTestDatabase();
    served = await openInterface(database);
  }, 120_000);
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const clarion = async (
    args: string[],
    environment: object = { CLARION_URL: served.origin, CLARION_KEY: served.key },
  ) => {
    const [out, wrong]: [string[], string[]] = [[], []];
    const status = await run(
      args,
      environment as Record<string, string>,
      (line) => out.push(line),
      (line) => wrong.push(line),
    );
    return { status, out: out.join("\n"), wrong: wrong.join("\n") };
  };
  /** The files of a folder but for what the command keeps of its own. */
  const tree = (dir: string): Record<string, string> => {
    const files: Record<string, string> = {};
    const visit = (path: string) => {
      if (statSync(path).isDirectory())
        for (const name of readdirSync(path).filter((one) => !one.startsWith(".")))
          visit(join(path, name));
      else files[relative(dir, path)] = readFileSync(path, "utf8");
    };
    visit(dir);
    return files;
  };
  const write = (dir: string, id: string, more: Partial<TemplateFiles> = {}) =>
    writeTemplate(dir, {
      appid: "shop",
      id,
      name: "Sale",
      tags: [],
      blocks: { android: { title: "Hi", text: "Hello ${name}" } },
      parameters: [{ name: "name", required: true }],
      samples: [],
      languages: [],
      ...more,
    });

  it("pull what was pushed, byte for byte, over two hundred templates", async () => {
    const [first, second, third] = [join(folder, "a"), join(folder, "b"), join(folder, "c")];
    fc.sample(template, { numRuns: 200, seed: 7 }).forEach((one, n) =>
      writeTemplate(first, { appid: "shop", id: `t${n}`, ...one } as TemplateFiles),
    );
    await clarion(["templates", "push", first]);
    expect((await clarion(["templates", "pull", second])).status).toBe(0);
    const again = await clarion(["templates", "push", second]);
    expect(again.out.split("\n").filter((line) => /^(created|saved)/.test(line))).toEqual([]);
    await clarion(["templates", "pull", third]);
    expect(Object.keys(tree(second)).length).toBeGreaterThan(200);
    expect(tree(third)).toEqual(tree(second));
    const unchanged = (await clarion(["templates", "diff", third])).out.split("\n");
    expect(unchanged).toHaveLength(200);
    expect(unchanged.every((line) => line.startsWith("unchanged"))).toBe(true);
  }, 300_000);

  const exported = async (input: Partial<Parameters<typeof exportTemplates>[1]> = {}) => {
    const { parts } = await exportTemplates(
      { actor: testOwner() },
      { serviceId: served.serviceId, ...input },
    );
    const chunks: Uint8Array[] = [];
    for await (const part of parts) chunks.push(part);
    return Uint8Array.from(Buffer.concat(chunks));
  };

  it("are exported from the page as the files that pull writes, and importing those changes nothing", async () => {
    const zip = await exported();
    const files = Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]);
    expect(Object.fromEntries(files)).toEqual(tree(join(folder, "c")));
    expect(Buffer.compare(zip, await exported())).toBe(0);
    const appids = new Set(["shop"]);
    const candidates = templatesInZip(zip).map((one) => candidateOf(one, appids));
    expect(candidates).toHaveLength(200);
    const changed: string[] = [];
    for (const { name, input } of candidates) {
      const planned = input && (await previewPut({ actor: testOwner() }, input));
      if (planned?.unchanged !== true) changed.push(name);
    }
    expect(changed).toEqual([]);
  }, 300_000);

  it("go from a validation without a server to one publication", async () => {
    const dir = join(folder, "own");
    write(dir, "cli_sale");
    expect(await clarion(["templates", "validate", dir], {})).toMatchObject({
      status: 0,
      out: expect.stringMatching(
        /^valid {2}shop\/cli_sale\n {2}warning: .*\$\{name\} has no maximum length\.$/m,
      ) as string,
    });
    const planned = await clarion(["templates", "push", dir, "--dry-run"]);
    expect(planned.out).toContain("new  shop/cli_sale");
    expect(planned.out).toMatch(/ {2}\+ android: Hi \| Hello name \(\d+ bytes\)/);
    expect((await clarion(["templates", "push", dir])).out).toMatch(
      /^created {2}shop\/cli_sale\n {2}warning: /,
    );
    expect((await clarion(["templates", "publish", dir, "--note", "From files"])).out).toBe(
      "published  shop/cli_sale  version 1",
    );
    expect((await clarion(["templates", "publish", dir])).out).toBe("unchanged  shop/cli_sale");
    writeFileSync(join(dir, "shop/cli_sale/android.txt"), "Bye ${name}\n");
    const changed = await clarion(["templates", "diff", dir]);
    expect(changed.out).toMatch(
      / {2}- android: Hi \| Hello name .*\n {2}\+ android: Hi \| Bye name/,
    );
  });

  it("end with 1 and say where it is wrong", async () => {
    const dir = join(folder, "wrong");
    write(dir, "wrong", { blocks: { android: { text: "${name} and ${whom}" } } });
    expect(await clarion(["templates", "validate", dir], {})).toMatchObject({
      status: 1,
      out: expect.stringContaining("invalid  shop/wrong") as string,
    });
    expect((await clarion(["templates", "push", dir])).status).toBe(1);
    expect((await clarion(["templates", "publish", dir])).out).toContain(
      "not published  shop/wrong",
    );
    writeFileSync(join(dir, "shop/wrong/template.json"), '{"name":"x","colour":1}');
    expect((await clarion(["templates", "validate", dir], {})).out).toContain(
      '"colour" is no member of a template',
    );
    writeFileSync(
      join(dir, "shop/wrong/template.json"),
      '{"name":"x","blocks":{"android":{"text@":"../../../etc/passwd"}}}',
    );
    expect((await clarion(["templates", "validate", dir], {})).out).toContain(
      "must name a file beside it",
    );
    writeFileSync(join(dir, "shop/wrong/template.json"), "{");
    expect((await clarion(["templates", "validate", dir], {})).status).toBe(1);
    expect((await clarion(["templates", "validate", join(folder, "none")], {})).wrong).toContain(
      "There is no folder",
    );
    expect((await clarion(["templates", "pull", dir], {})).wrong).toContain(
      "Set CLARION_URL and CLARION_KEY.",
    );
    expect(
      (
        await clarion(["templates", "pull", dir], {
          CLARION_URL: served.origin,
          CLARION_KEY: "sk_wrong",
        })
      ).wrong,
    ).toContain("Authentication failed.");
    expect(
      (
        await clarion(["templates", "pull", dir], {
          CLARION_URL: "http://127.0.0.1:9",
          CLARION_KEY: "x",
        })
      ).wrong,
    ).toContain("does not answer");
    // More than one file holds.
    await database.query(
      `INSERT INTO template (id, app_id, template_id, name)
       SELECT gen_random_uuid(), app_id, 'more' || n, name FROM template, generate_series(1, 1000) n WHERE template_id = 't0'`,
    );
    await expect(exported()).rejects.toThrow(
      "At most 1,000 templates can be exported at a time. Narrow the list first.",
    );
    expect(Object.keys(unzipSync(await exported({ text: "cli_sale" })))).toEqual([
      "clarion.schema.json",
      "shop/cli_sale/android.txt",
      "shop/cli_sale/template.json",
    ]);
    for (const args of [
      [],
      ["templates"],
      ["templates", "fly", dir],
      ["templates", "pull", dir, "more"],
      ["--colour"],
    ])
      expect((await clarion(args)).status).toBe(1);
  });
});
