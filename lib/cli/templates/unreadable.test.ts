import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openInterface, type TestInterface } from "@/lib/http/testing";
import { clarion } from "../testing";
import { writeTemplate } from "./folders";

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("templates as files, where what a server has cannot be read,", () => {
  let sql: Database;
  let served: TestInterface;
  const folder = mkdtempSync(join(tmpdir(), "clarion-unreadable-"));
  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
    await call("PUT", "good", { name: "Good", blocks: { android: { text: "Hi" } } });
  }, 120_000);
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${served.origin}/resources/v1/apps/shop/templates/${path}`, {
      method,
      headers: { key: served.key },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as {
      revision: number;
      content: { blocks: { android: { text: string } } };
    };
  };
  const templates = (...args: string[]) =>
    clarion(["templates", ...args], { CLARION_URL: served.origin, CLARION_KEY: served.key });
  const plain = {
    appid: "shop",
    name: "Sale",
    tags: [],
    parameters: [],
    samples: [],
    languages: [],
  };
  let count = 0;
  /** A folder with this template and one that comes after it. */
  const folderWith = (id: string, blocks: object = { android: { text: "Mine" } }) => {
    const dir = join(folder, `dir${(count += 1)}`);
    writeTemplate(dir, { ...plain, id, blocks: blocks as { android: object } });
    writeTemplate(dir, { ...plain, id: "z_other", blocks: { android: { text: "Other" } } });
    return dir;
  };
  const spoilDraft = async (id: string, content: string) => {
    await call("PUT", id, { name: "Sale", blocks: { android: { text: "Hi" } } });
    await sql.query(
      "UPDATE template_draft d SET content = $2, content_hash = '' FROM template t WHERE t.id = d.template_id AND t.template_id = $1",
      [id, content],
    );
  };
  const spoilVersion = async (id: string) => {
    await call("PUT", id, { name: "Sale", blocks: { android: { text: "Hi" } } });
    await call("POST", `${id}/publish`, { revision: 1 });
    await sql.query(
      "UPDATE template_version v SET content = '[' FROM template t WHERE t.id = v.template_id AND t.template_id = $1",
      [id],
    );
  };

  it("are pulled with a line for each that cannot be read", async () => {
    await spoilDraft("a_broken", "{nope");
    await spoilDraft("b_deep", `{"blocks":{"android":${deep(100)}}}`);
    await spoilDraft("c_deeper", `{"blocks":{"android":${deep(6_000)}}}`);
    await spoilVersion("d_version");
    const dir = join(folder, "pulled");
    const { status, lines } = await templates("pull", dir);
    expect([status, lines]).toEqual([
      1,
      [
        "wrote  shop/good",
        expect.stringMatching(
          /^refused {2}shop\/a_broken {2}The draft of “a_broken” cannot be read: /,
        ),
        expect.stringMatching(/^refused {2}shop\/b_deep {2}.*more than 64 levels/),
        expect.stringMatching(
          /^refused {2}shop\/c_deeper {2}The draft of “c_deeper” cannot be read: /,
        ),
        expect.stringMatching(
          /^refused {2}shop\/d_version {2}Version 1 of “d_version” cannot be read: /,
        ),
      ],
    ]);
  });

  it.each([
    [
      "e_broken",
      "{nope",
      /The draft of “e_broken” cannot be read: .* It was saved by a program on .* UTC\./,
    ],
    [
      "i_number",
      '{"blocks":5}',
      /The draft of “i_number” cannot be read: its “blocks” are no object\. It was saved by a program on .* UTC\./,
    ],
    [
      "j_text",
      '{"blocks":{"android":{"text":"x"}},"samples":"x"}',
      /cannot be read: its “samples” are no list\./,
    ],
    ["f_deep", `{"blocks":{"android":${deep(100)}}}`, /more than 64 levels/],
  ])("are written over by --force alone: %s", async (id, content, reason) => {
    const dir = folderWith(id);
    const spoilAgain = async () => {
      await spoilDraft(id, content);
      rmSync(join(dir, ".clarion-state.json"), { force: true });
    };
    await spoilAgain();
    for (const [command = "", ...flags] of [["push", "--dry-run"], ["push"], ["publish"]]) {
      const { status, lines } = await templates(command, dir, ...flags);
      expect(status).toBe(1);
      const refused = new RegExp(
        `^not pushed {2}shop/${id} {2}.*${reason.source}.* To replace it, ${command} with --force\\.$`,
      );
      expect(lines).toContainEqual(expect.stringMatching(refused));
      expect(lines.join("\n")).toContain("shop/z_other");
    }
    const { status, text } = await templates("diff", dir);
    expect([status, text]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`(^|\n)changed {2}shop/${id} {2}.*\n {2}\\+ android: Mine `),
      ),
    ]);
    expect((await templates("push", dir, "--dry-run", "--force")).status).toBe(0);
    expect((await templates("push", dir, "--force")).lines).toContain(`saved  shop/${id}`);
    expect((await call("GET", id)).content.blocks.android.text).toBe("Mine");
    await spoilAgain();
    expect((await templates("publish", dir, "--force")).lines).toContain(
      `published  shop/${id}  version 1`,
    );
  });

  it("are overwritten by their author, and where the history has them", async () => {
    const dir = folderWith("g_version");
    await spoilVersion("g_version");
    expect((await templates("push", dir)).lines[0]).toBe("saved  shop/g_version");
    expect((await templates("publish", dir)).lines[0]).toBe("published  shop/g_version  version 2");
    const own = folderWith("h_own");
    await templates("push", own);
    await sql.query(
      "UPDATE template_draft d SET content = '[', content_hash = '' FROM template t WHERE t.id = d.template_id AND t.template_id = 'h_own'",
    );
    expect((await templates("push", own)).lines[0]).toBe("saved  shop/h_own");
  });

  it.each([
    { android: { text: "x" }, ios: null },
    { android: { text: "x" }, interactive: null },
    { android: { text: "x" }, unknown: null },
  ])(
    "are compared with drafts and files that have null where a block belongs: %j",
    async (blocks) => {
      const id = `odd_${Object.keys(blocks)[1]}`;
      await call("PUT", id, { name: "Sale", blocks });
      for (const dir of [
        folderWith(id),
        folderWith(id, { ...blocks, android: { text: "y" } }),
        folderWith(id, blocks),
      ])
        for (const args of [["diff"], ["push", "--dry-run"], ["validate"]]) {
          const { text } = await templates(args[0] ?? "", dir, ...args.slice(1));
          expect(text).toContain(`shop/${id}`);
          expect(text).toContain("shop/z_other");
        }
      expect((await templates("pull", join(folder, id))).text).toContain(`wrote  shop/${id}`);
    },
  );

  it("name a DIR that is a file, or is below one, in a sentence", async () => {
    const file = join(folder, "README.md");
    writeFileSync(file, "Read me");
    for (const dir of [file, join(file, "x"), join(file, "x/y")])
      for (const args of [
        ["validate"],
        ["diff"],
        ["push"],
        ["push", "--dry-run"],
        ["publish"],
        ["pull"],
      ]) {
        const { status, lines } = await templates(args[0] ?? "", dir, ...args.slice(1));
        expect([status, lines]).toEqual([1, [expect.stringContaining(dir)]]);
      }
    expect(readFileSync(file, "utf8")).toBe("Read me");
  });
});
