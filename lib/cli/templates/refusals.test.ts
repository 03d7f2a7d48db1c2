import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { archiveTemplate } from "@/lib/directory/template/archive";
import { publishTemplate } from "@/lib/directory/template/publish";
import { templateNamed } from "@/lib/directory/template/read-document";
import type { TestInterface } from "@/lib/http/testing";
import { writeTemplate } from "./folders";
import {
  consoleWrites,
  openWithMaya,
  plainTemplate,
  runClarion,
  sayInFile,
  storedTemplate,
  writeSale,
} from "./testing";

describe("templates as files, with other writers,", () => {
  let served: TestInterface;
  const as = { actor: testOwner() };
  const folder = mkdtempSync(join(tmpdir(), "clarion-refusals-"));
  beforeAll(async () => {
    served = await openWithMaya(as);
  }, 120_000);
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const clarion = (args: string[], key = served.key) => runClarion(args, served.origin, key);

  it("that are refused are named, foreseen, and keep no other from its turn", async () => {
    const dir = join(folder, "several");
    const plain = { blocks: { android: { text: "Hello" } }, parameters: [] };
    for (const id of ["a_archived", "b_fine", "c_broken", "d-bad.id", "e_undeclared", "f_fine"])
      writeSale(dir, id, plain);
    writeTemplate(dir, {
      ...plainTemplate,
      appid: "none",
      id: "first",
      name: "X",
      ...plain,
    });
    await consoleWrites(as, "a_archived", "Old");
    const { id } = await storedTemplate("a_archived");
    await publishTemplate(as, { id, revision: 1 });
    await archiveTemplate(as, { id });
    writeFileSync(join(dir, "shop/c_broken/template.json"), "{");
    sayInFile(dir, "e_undeclared", "Hello ${zz}");

    const planned = await clarion(["templates", "push", dir, "--dry-run"]);
    expect(planned.status).toBe(1);
    expect(planned.out).toContain("archived  shop/a_archived  It is archived. Restore it first.");
    expect(planned.out).toContain("new  shop/b_fine");
    expect(planned.out).toMatch(/^invalid {2}shop\/c_broken {2}.*template\.json/m);
    expect(planned.out).toContain("invalid  shop/d-bad.id\n  /templateId: takes letters");
    expect(planned.out).toContain(
      "invalid  shop/e_undeclared\n  /blocks/android/text: ${zz} is not declared among the parameters.",
    );
    expect(planned.out).toContain("new  shop/f_fine");

    const pushed = await clarion(["templates", "push", dir]);
    expect(pushed).toMatchObject({ status: 1, wrong: "" });
    expect(pushed.out).toMatch(/^refused {2}none\/first {2}This service has no such template/m);
    expect(pushed.out).toMatch(
      /^refused {2}shop\/a_archived {2}It is archived\. Restore it first\.$/m,
    );
    expect(pushed.out).toMatch(/^invalid {2}shop\/c_broken {2}/m);
    expect(pushed.out).toMatch(/^refused {2}shop\/d-bad\.id {2}/m);
    expect(pushed.out).toContain("created  shop/e_undeclared\n  /blocks/android/text: ${zz}");
    expect(pushed.out).toContain("created  shop/b_fine");
    expect(pushed.out).toContain("created  shop/f_fine");

    const published = await clarion(["templates", "publish", dir]);
    expect(published.status).toBe(1);
    expect(published.out).toContain(
      "not published  shop/e_undeclared\n  /blocks/android/text: ${zz}",
    );
    expect(published.out).toContain("published  shop/b_fine  version 1");
    expect(published.out).toContain("published  shop/f_fine  version 1");
    for (const [name, lines] of [
      ["validate", "valid  shop/f_fine"],
      ["diff", "unchanged  shop/f_fine"],
    ] as const) {
      const { out, status } = await clarion(["templates", name, dir]);
      expect([status, out]).toEqual([1, expect.stringContaining(lines)]);
      expect(out).toContain("invalid  shop/c_broken");
    }
    const wrongKey = await clarion(["templates", "push", dir], "sk_wrong");
    expect(wrongKey).toMatchObject({
      status: 1,
      wrong: expect.stringContaining("Authentication failed.") as string,
    });
    expect(wrongKey.out).not.toContain("shop/b_fine");
  });

  it("whose longest values are too large are published with --anyway, and invalid ones are not", async () => {
    const dir = join(folder, "large");
    writeSale(dir, "large", { parameters: [{ name: "name", required: true, maxLength: 4_096 }] });
    writeSale(dir, "wrong", { blocks: { android: { text: "${zz}" } } });
    const refused = await clarion(["templates", "publish", dir]);
    expect(refused).toMatchObject({
      status: 1,
      out: expect.stringMatching(
        /^not published {2}shop\/large\n {2}\/blocks: With the longest values /,
      ) as string,
    });
    const anyway = await clarion(["templates", "publish", dir, "--anyway"]);
    expect(anyway.status).toBe(1);
    expect(anyway.out).toMatch(/^published {2}shop\/large {2}version 1$/m);
    expect(anyway.out).toMatch(/^not published {2}shop\/wrong$/m);
  });

  it("that cannot be published are not written by publishing", async () => {
    const dir = join(folder, "again");
    writeSale(dir, "again", { blocks: { android: { text: "${zz}" } }, parameters: [] });
    expect((await clarion(["templates", "publish", dir])).out).toMatch(
      /^not published {2}shop\/again\n/,
    );
    expect(await templateNamed({ appid: "shop", templateId: "again" })).toBeUndefined();
  });
});
