import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openInterface, type TestInterface } from "@/lib/http/testing";
import { clarion } from "../testing";
import { writeTemplate } from "./folders";

describe("templates as files that become too large with the longest values", () => {
  let sql: Database;
  let served: TestInterface;
  const folder = mkdtempSync(join(tmpdir(), "clarion-sizes-"));
  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
  }, 120_000);
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const often = { text: "${a} ${a} ${a}" };
  const write = (name: string, blocks: Record<string, unknown>, maxLength: number) => {
    const dir = join(folder, name);
    const parameters = [{ name: "a", required: true, maxLength }];
    writeTemplate(dir, {
      appid: "shop",
      id: "large",
      name: "Sale",
      tags: [],
      samples: [],
      languages: [],
      parameters,
      blocks,
    });
    return dir;
  };
  const templates = (...args: string[]) =>
    clarion(["templates", ...args], { CLARION_URL: served.origin, CLARION_KEY: served.key });

  it.each<[string, Record<string, unknown>, number, string[]]>([
    [
      "one provider of several",
      { android: { text: "x" }, ios: often },
      1_500,
      [
        "valid  shop/large",
        "  warning: With the longest values Apple takes .* This concerns apps with that provider alone.",
      ],
    ],
    [
      "the only provider",
      { ios: often },
      1_500,
      ["invalid  shop/large", "  /blocks: With the longest values Apple takes .*"],
    ],
    [
      "all providers",
      { android: often, ios: often },
      1_500,
      [
        "invalid  shop/large",
        ...["Firebase", "Huawei", "Apple"].map(
          (one) => `  /blocks: With the longest values (${one}) takes .*`,
        ),
      ],
    ],
    [
      "the request itself",
      { android: { text: "x" }, ios: { text: "${a}" } },
      2_200,
      [
        "invalid  shop/large",
        "  /blocks: With the longest values the request takes .*",
        "  warning: With the longest values Apple takes .*",
      ],
    ],
    ["nobody", { android: { text: "${a}" } }, 100, ["valid  shop/large"]],
  ])(
    "are invalid where no app could send them, and doubtful where some could not: %s",
    async (what, blocks, maxLength, expected) => {
      const { status, lines } = await templates(
        "validate",
        write(`validated ${what}`, blocks, maxLength),
      );
      expect(lines).toEqual(
        expected.map((line) => expect.stringMatching(new RegExp(`^${line}$`)) as string),
      );
      expect(status).toBe(lines[0]?.startsWith("valid") === true ? 0 : 1);
    },
  );

  it("are foreseen as the server says it of their PUT, by the providers of the app", async () => {
    const dir = write("foreseen", { android: { text: "x" }, ios: often }, 1_500);
    const planned = await templates("push", dir, "--dry-run");
    expect(planned).toMatchObject({
      status: 0,
      text: expect.stringMatching(/^new {2}shop\/large\n/) as string,
    });
    const listed = await fetch(`${served.origin}/resources/v1/templates`, {
      headers: { key: served.key },
    });
    expect(await listed.json()).toMatchObject({ templates: [] });
    expect(await templates("push", dir)).toMatchObject({ status: 0, text: "created  shop/large" });
    // With none, all providers are looked at.
    await sql.query("DELETE FROM credential");
    const before = await templates("publish", write("not written", { ios: often }, 1_501));
    expect(before).toMatchObject({
      status: 1,
      text: expect.stringMatching(
        /^not published {2}shop\/large\n {2}\/blocks: .*Apple takes/,
      ) as string,
    });
    const response = await fetch(`${served.origin}/resources/v1/apps/shop/templates/large`, {
      headers: { key: served.key },
    });
    expect(await response.json()).toMatchObject({
      revision: 1,
      content: { parameters: [{ maxLength: 1_500 }] },
    });
    // What the server has already is judged no more.
    expect(
      await templates("push", write("foreseen", { android: { text: "x" }, ios: often }, 1_500)),
    ).toMatchObject({ status: 0 });
    write("foreseen", { android: { text: "y" }, ios: often }, 1_500);
    const large = /^invalid {2}shop\/large\n {2}\/blocks: With the longest values Apple takes /;
    expect(await templates("push", dir, "--dry-run")).toMatchObject({
      status: 1,
      text: expect.stringMatching(large) as string,
    });
    expect(await templates("push", dir)).toMatchObject({
      status: 1,
      text: expect.stringContaining("Apple takes") as string,
    });
  });
});
