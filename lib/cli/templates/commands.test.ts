import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { publishTemplate } from "@/lib/directory/template/publish";
import type { TestInterface } from "@/lib/http/testing";
import {
  consoleWrites,
  openWithMaya,
  runClarion,
  sayInFile,
  storedTemplate,
  writeSale,
} from "./testing";

describe("templates as files, with other writers,", () => {
  let served: TestInterface;
  const as = { actor: testOwner() };
  const folder = mkdtempSync(join(tmpdir(), "clarion-files-"));
  beforeAll(async () => {
    served = await openWithMaya(as);
  }, 120_000);
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => vi.restoreAllMocks());

  /** The text of the draft, or of what is published. */
  const textNow = async (id: string) => {
    const answer = await fetch(`${served.origin}/resources/v1/apps/shop/templates/${id}`, {
      headers: { key: served.key },
    });
    return ((await answer.json()) as { content: { blocks: { android: { text: string } } } }).content
      .blocks.android.text;
  };
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

  const clarion = (args: string[], key = served.key) => runClarion(args, served.origin, key);
  const foreign = (id: string, by = "by Maya", command = "push"): unknown =>
    expect.stringMatching(
      new RegExp(
        `^not pushed {2}shop/${id} {2}Its draft was changed ${by} on 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\. Pull it first, or ${command} with --force\\.$`,
      ),
    );

  it("are pushed from one folder, and never over a draft that it has not read", async () => {
    const [dir, other] = [join(folder, "mine"), join(folder, "theirs")];
    writeSale(dir, "fenced", { blocks: { android: { text: "One" } }, parameters: [] });
    expect((await clarion(["templates", "push", dir])).out).toBe("created  shop/fenced");
    sayInFile(dir, "fenced", "Two");
    expect((await clarion(["templates", "push", dir])).out).toBe("saved  shop/fenced");
    // A fresh checkout knows nothing of the draft, which says what the files say.
    cpSync(join(dir, "shop"), join(other, "shop"), { recursive: true });
    expect((await clarion(["templates", "push", other])).out).toBe("unchanged  shop/fenced");
    await consoleWrites(as, "fenced", "Theirs");
    for (const one of [dir, other]) {
      sayInFile(one, "fenced", "Three");
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
    await consoleWrites(as, "fenced", "Theirs again");
    await clarion(["templates", "pull", other]);
    sayInFile(other, "fenced", "Four");
    expect((await clarion(["templates", "push", other])).out.split("\n")).toContain(
      "saved  shop/fenced",
    );
    expect((await clarion(["templates", "publish", join(folder, "mine"), "--force"])).out).toBe(
      "published  shop/fenced  version 1",
    );
    // What is published is in the history: nothing is lost.
    await consoleWrites(as, "fenced", "Published theirs");
    await publishTemplate(as, await storedTemplate("fenced"));
    sayInFile(dir, "fenced", "Five");
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
    sayInFile(dir, "fenced", "Six");
    expect(await clarion(["templates", "publish", dir])).toEqual({
      status: 0,
      out: "published  shop/fenced  version 4",
      wrong: "",
    });
  }, 120_000);

  it("are recognised only by the server that they were pushed to", async () => {
    const dir = join(folder, "two-servers");
    writeSale(dir, "here", { blocks: { android: { text: "One" } }, parameters: [] });
    await clarion(["templates", "push", dir]);
    const savedState = JSON.parse(readFileSync(join(dir, ".clarion-state.json"), "utf8")) as Record<
      string,
      unknown
    >;
    writeFileSync(
      join(dir, ".clarion-state.json"),
      JSON.stringify({ "https://elsewhere.example": savedState[served.origin] }),
    );
    sayInFile(dir, "here", "Two");
    expect((await clarion(["templates", "push", dir])).out).toEqual(
      foreign("here", "by a program"),
    );
    writeFileSync(join(dir, ".clarion-state.json"), "<<<<<<<");
    expect((await clarion(["templates", "push", dir])).out).toEqual(
      foreign("here", "by a program"),
    );
    writeFileSync(
      join(dir, ".clarion-state.json"),
      JSON.stringify({ [served.origin]: savedState[served.origin], elsewhere: { "shop/here": 9 } }),
    );
    expect((await clarion(["templates", "push", dir])).out).toBe("saved  shop/here");
    expect(JSON.parse(readFileSync(join(dir, ".clarion-state.json"), "utf8"))).toMatchObject({
      elsewhere: { "shop/here": 9 },
    });
  });

  it("lose a race without overwriting the faster writer", async () => {
    const dir = join(folder, "raced");
    writeSale(dir, "raced", { blocks: { android: { text: "Mine" } }, parameters: [] });
    before("PUT", () => consoleWrites(as, "raced", "Theirs"));
    expect(await clarion(["templates", "push", dir])).toMatchObject({
      status: 1,
      out: foreign("raced"),
    });
    vi.restoreAllMocks();
    expect(await textNow("raced")).toBe("Theirs");
    await clarion(["templates", "push", dir, "--force"]);
    sayInFile(dir, "raced", "Mine again");
    before("PUT", () => consoleWrites(as, "raced", "Theirs again"));
    expect(await clarion(["templates", "push", dir])).toMatchObject({
      status: 1,
      out: foreign("raced"),
    });
    vi.restoreAllMocks();
    await clarion(["templates", "push", dir, "--force"]);
    before("POST", async () => publishTemplate(as, await storedTemplate("raced")));
    expect(await clarion(["templates", "publish", dir])).toMatchObject({
      status: 1,
      out: expect.stringMatching(
        /^refused {2}shop\/raced {2}Version 1 is published now, not none\..*\n {2}It was published by Maya on .* UTC\. Pull it first, or publish with --force\.$/,
      ) as string,
    });
    vi.restoreAllMocks();
    sayInFile(dir, "raced", "Mine at last");
    before("POST", () => consoleWrites(as, "raced", "Late"));
    expect(await clarion(["templates", "publish", dir])).toMatchObject({
      status: 1,
      out: expect.stringMatching(
        /^refused {2}shop\/raced {2}Maya changed the draft\..*\n {2}It was changed by Maya on .* UTC\. Pull it first, or publish with --force\.$/,
      ) as string,
    });
    vi.restoreAllMocks();
    expect(await textNow("raced")).toBe("Late");
    expect((await storedTemplate("raced")).revision).toBeGreaterThan(1);
  });

  it("publish what was forced over a faster writer, and nothing else", async () => {
    const dir = join(folder, "forced");
    writeSale(dir, "forced", { blocks: { android: { text: "Mine" } }, parameters: [] });
    await consoleWrites(as, "forced", "Theirs");
    before("PUT", () => consoleWrites(as, "forced", "Theirs, later"));
    expect(await clarion(["templates", "push", dir, "--force"])).toMatchObject({
      status: 0,
      out: "saved  shop/forced",
    });
    vi.restoreAllMocks();
    expect(await textNow("forced")).toBe("Mine");
    before("POST", () => consoleWrites(as, "forced", "Half-written"));
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
    writeSale(dir, "sent", { blocks: { android: { text: "One" } }, parameters: [] });
    const sent: [string, Record<string, unknown>][] = [];
    const real = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation((...args) => {
      const { method = "", body } = args[1] ?? {};
      if (typeof body === "string")
        sent.push([method, JSON.parse(body) as Record<string, unknown>]);
      return real(...args);
    });
    await clarion(["templates", "push", dir]);
    sayInFile(dir, "sent", "Two");
    await clarion(["templates", "publish", dir, "--note", "n"]);
    expect(sent).toMatchObject([
      ["PUT", { revision: 0 }],
      ["PUT", { revision: 1 }],
      ["POST", { revision: 2, expectedPublished: null, note: "n" }],
    ]);
  });
});
