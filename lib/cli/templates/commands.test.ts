import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { openTestDatabase } from "@/lib/database/testing";
import { archiveTemplate } from "@/lib/directory/template/archive";
import { publishDraft } from "@/lib/directory/template/publish-draft";
import { putTemplate } from "@/lib/directory/template/put";
import { templateNamed } from "@/lib/directory/template/read-document";
import { openInterface, type TestInterface } from "@/lib/http/testing";
import type { TemplateFiles } from "@/lib/template/files";
import { run } from "../main";
import { writeTemplate } from "./folders";

describe("templates as files, with other writers,", () => {
  let served: TestInterface;
  const folder = mkdtempSync(join(tmpdir(), "clarion-files-"));
  beforeAll(async () => {
    const database = await openTestDatabase();
    served = await openInterface(database);
    await database.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'maya@a.example', 'Maya', '')",
      [as.actor.id],
    );
  }, 120_000);
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => vi.restoreAllMocks());
  const as = { actor: testOwner() };
  /** What a user of the console writes meanwhile. */
  const consoleWrites = (templateId: string, words: string) =>
    putTemplate(as, {
      appid: "shop",
      templateId,
      name: "Sale",
      blocks: { android: { text: words } },
    });
  const named = async (templateId: string) => {
    const found = await templateNamed({ appid: "shop", templateId });
    if (!found) throw new Error(`There is no ${templateId}.`);
    return found;
  };
  /** The text of the draft, or of what is published. */
  const textNow = async (id: string) => {
    const answer = await fetch(`${served.origin}/resources/v1/apps/shop/templates/${id}`, {
      headers: { key: served.key },
    });
    return ((await answer.json()) as { content: { blocks: { android: { text: string } } } }).content
      .blocks.android.text;
  };
  const say = (dir: string, id: string, words: string) =>
    writeFileSync(join(dir, `shop/${id}/android.txt`), `${words}\n`);
  /** Has a user of the console be faster than the next call of a kind. */
  const before = (method: string, run: () => Promise<unknown>) => {
    const real = globalThis.fetch;
    let waiting = true;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (...args) => {
      if (waiting && args[1]?.method === method) {
        waiting = false;
        await run();
      }
      return real(...args);
    });
  };

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

  const foreign = (id: string, by = "by Maya", command = "push"): unknown =>
    expect.stringMatching(
      new RegExp(
        `^not pushed {2}shop/${id} {2}Its draft was changed ${by} on 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\. Pull it first, or ${command} with --force\\.$`,
      ),
    );

  it("are pushed again and again from one folder, and never over a draft that it does not know", async () => {
    const [dir, other] = [join(folder, "mine"), join(folder, "theirs")];
    write(dir, "fenced", { blocks: { android: { text: "One" } }, parameters: [] });
    expect((await clarion(["templates", "push", dir])).out).toBe("created  shop/fenced");
    say(dir, "fenced", "Two");
    expect((await clarion(["templates", "push", dir])).out).toBe("saved  shop/fenced");
    // A fresh checkout knows nothing of the draft, which says what the files say.
    cpSync(join(dir, "shop"), join(other, "shop"), { recursive: true });
    expect((await clarion(["templates", "push", other])).out).toBe("unchanged  shop/fenced");
    await consoleWrites("fenced", "Theirs");
    for (const one of [dir, other]) {
      say(one, "fenced", "Three");
      expect(await clarion(["templates", "push", one, "--dry-run"])).toMatchObject({
        status: 1,
        out: foreign("fenced"),
      });
      expect(await clarion(["templates", "push", one])).toMatchObject({
        status: 1,
        out: foreign("fenced"),
      });
      expect(await clarion(["templates", "publish", one])).toMatchObject({
        status: 1,
        out: foreign("fenced", "by Maya", "publish"),
      });
    }
    expect(await textNow("fenced")).toBe("Theirs");
    rmSync(join(other, ".clarion-state.json"));
    expect((await clarion(["templates", "push", other])).status).toBe(1);
    expect(await clarion(["templates", "push", dir, "--force"])).toMatchObject({
      status: 0,
      out: "saved  shop/fenced",
    });
    expect(await textNow("fenced")).toBe("Three");
    await consoleWrites("fenced", "Theirs again");
    await clarion(["templates", "pull", other]);
    say(other, "fenced", "Four");
    expect((await clarion(["templates", "push", other])).out.split("\n")).toContain(
      "saved  shop/fenced",
    );
    expect((await clarion(["templates", "publish", join(folder, "mine"), "--force"])).out).toBe(
      "published  shop/fenced  version 1",
    );
    // What is published is in the history: nothing is lost.
    await consoleWrites("fenced", "Published theirs");
    await publishDraft(as, await named("fenced"));
    say(dir, "fenced", "Five");
    const note =
      /^note {2}shop\/fenced {2}Since you pulled or pushed it, it was changed, and version 2 published by Maya on .*history\.$/;
    for (const [command, out] of [
      ["--dry-run", /^changed {2}shop\/fenced\n/],
      ["--note=x", /^published {2}shop\/fenced {2}version 3$/],
    ] as const)
      expect(
        await clarion(["templates", command === "--dry-run" ? "push" : "publish", dir, command]),
      ).toMatchObject({
        out: expect.stringMatching(out) as string,
        wrong: expect.stringMatching(note) as string,
      });
    say(dir, "fenced", "Six");
    expect(await clarion(["templates", "publish", dir])).toEqual({
      status: 0,
      out: "published  shop/fenced  version 4",
      wrong: "",
    });
  }, 120_000);

  it("are known by the server that they were pushed to", async () => {
    const dir = join(folder, "two-servers");
    write(dir, "here", { blocks: { android: { text: "One" } }, parameters: [] });
    await clarion(["templates", "push", dir]);
    const kept = JSON.parse(readFileSync(join(dir, ".clarion-state.json"), "utf8")) as Record<
      string,
      unknown
    >;
    writeFileSync(
      join(dir, ".clarion-state.json"),
      JSON.stringify({ "https://elsewhere.example": kept[served.origin] }),
    );
    say(dir, "here", "Two");
    expect((await clarion(["templates", "push", dir])).out).toEqual(
      foreign("here", "by a program"),
    );
    writeFileSync(join(dir, ".clarion-state.json"), "<<<<<<<");
    expect((await clarion(["templates", "push", dir])).out).toEqual(
      foreign("here", "by a program"),
    );
    writeFileSync(
      join(dir, ".clarion-state.json"),
      JSON.stringify({ [served.origin]: kept[served.origin], elsewhere: { "shop/here": 9 } }),
    );
    expect((await clarion(["templates", "push", dir])).out).toBe("saved  shop/here");
    expect(JSON.parse(readFileSync(join(dir, ".clarion-state.json"), "utf8"))).toMatchObject({
      elsewhere: { "shop/here": 9 },
    });
  });

  it("lose a race without overwriting the faster writer", async () => {
    const dir = join(folder, "raced");
    write(dir, "raced", { blocks: { android: { text: "Mine" } }, parameters: [] });
    before("PUT", () => consoleWrites("raced", "Theirs"));
    expect(await clarion(["templates", "push", dir])).toMatchObject({
      status: 1,
      out: foreign("raced"),
    });
    vi.restoreAllMocks();
    expect(await textNow("raced")).toBe("Theirs");
    await clarion(["templates", "push", dir, "--force"]);
    say(dir, "raced", "Mine again");
    before("PUT", () => consoleWrites("raced", "Theirs again"));
    expect(await clarion(["templates", "push", dir])).toMatchObject({
      status: 1,
      out: foreign("raced"),
    });
    vi.restoreAllMocks();
    await clarion(["templates", "push", dir, "--force"]);
    before("POST", async () => publishDraft(as, await named("raced")));
    expect(await clarion(["templates", "publish", dir])).toMatchObject({
      status: 1,
      out: expect.stringMatching(
        /^refused {2}shop\/raced {2}Version 1 is published now, not none\..*\n {2}It was published by Maya on .* UTC\. Pull it first, or publish with --force\.$/,
      ) as string,
    });
    vi.restoreAllMocks();
    say(dir, "raced", "Mine at last");
    before("POST", () => consoleWrites("raced", "Late"));
    expect(await clarion(["templates", "publish", dir])).toMatchObject({
      status: 1,
      out: expect.stringMatching(
        /^refused {2}shop\/raced {2}Maya changed the draft\..*\n {2}It was changed by Maya on .* UTC\. Pull it first, or publish with --force\.$/,
      ) as string,
    });
    vi.restoreAllMocks();
    expect(await textNow("raced")).toBe("Late");
    expect((await named("raced")).revision).toBeGreaterThan(1);
  });

  it("are forced over a faster writer, and publish what was forced and nothing else", async () => {
    const dir = join(folder, "forced");
    write(dir, "forced", { blocks: { android: { text: "Mine" } }, parameters: [] });
    await consoleWrites("forced", "Theirs");
    before("PUT", () => consoleWrites("forced", "Theirs, later"));
    expect(await clarion(["templates", "push", dir, "--force"])).toMatchObject({
      status: 0,
      out: "saved  shop/forced",
    });
    vi.restoreAllMocks();
    expect(await textNow("forced")).toBe("Mine");
    before("POST", () => consoleWrites("forced", "Half-written"));
    expect((await clarion(["templates", "publish", dir, "--force"])).status).toBe(1);
    vi.restoreAllMocks();
    expect(await textNow("forced")).toBe("Half-written");
    expect((await clarion(["templates", "publish", dir, "--force"])).out).toBe(
      "published  shop/forced  version 1",
    );
    expect(await textNow("forced")).toBe("Mine");
  });

  it("send the revision that they read, and publish the one that their PUT was answered", async () => {
    const dir = join(folder, "sent");
    write(dir, "sent", { blocks: { android: { text: "One" } }, parameters: [] });
    const sent: [string, Record<string, unknown>][] = [];
    const real = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation((...args) => {
      const { method = "", body } = args[1] ?? {};
      if (typeof body === "string")
        sent.push([method, JSON.parse(body) as Record<string, unknown>]);
      return real(...args);
    });
    await clarion(["templates", "push", dir]);
    say(dir, "sent", "Two");
    await clarion(["templates", "publish", dir, "--note", "n"]);
    expect(sent).toMatchObject([
      ["PUT", { revision: 0 }],
      ["PUT", { revision: 1 }],
      ["POST", { revision: 2, expectedPublished: null, note: "n" }],
    ]);
  });

  it("that are refused are named, foreseen, and keep no other from its turn", async () => {
    const dir = join(folder, "several");
    const plain = { blocks: { android: { text: "Hello" } }, parameters: [] };
    for (const id of ["a_archived", "b_fine", "c_broken", "d-bad.id", "e_undeclared", "f_fine"])
      write(dir, id, plain);
    writeTemplate(dir, {
      appid: "none",
      id: "first",
      name: "X",
      tags: [],
      samples: [],
      languages: [],
      ...plain,
    });
    await consoleWrites("a_archived", "Old");
    const { id } = await named("a_archived");
    await publishDraft(as, { id, revision: 1 });
    await archiveTemplate(as, { id });
    writeFileSync(join(dir, "shop/c_broken/template.json"), "{");
    say(dir, "e_undeclared", "Hello ${zz}");

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
    const wrongKey = await clarion(["templates", "push", dir], {
      CLARION_URL: served.origin,
      CLARION_KEY: "sk_wrong",
    });
    expect(wrongKey).toMatchObject({
      status: 1,
      wrong: expect.stringContaining("Authentication failed.") as string,
    });
    expect(wrongKey.out).not.toContain("shop/b_fine");
  });

  it("whose longest values are too large are published when it is said so, and what is wrong in itself is not", async () => {
    const dir = join(folder, "large");
    write(dir, "large", { parameters: [{ name: "name", required: true, maxLength: 4_096 }] });
    write(dir, "wrong", { blocks: { android: { text: "${zz}" } } });
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

  it("that cannot be published are not written by publishing, so that the next attempt does not meet its own draft", async () => {
    const dir = join(folder, "again");
    write(dir, "again", { blocks: { android: { text: "${zz}" } }, parameters: [] });
    expect((await clarion(["templates", "publish", dir])).out).toMatch(
      /^not published {2}shop\/again\n/,
    );
    expect(await templateNamed({ appid: "shop", templateId: "again" })).toBeUndefined();
  });
});
