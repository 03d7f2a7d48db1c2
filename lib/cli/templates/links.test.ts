import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase } from "@/lib/database/testing";
import { openInterface, type TestInterface } from "@/lib/http/testing";
import { clarion } from "../testing";
import { writeTemplate } from "./folders";

const secret = "THE SECRET OF ANOTHER FOLDER";

describe("templates as files with links among them", () => {
  let served: TestInterface;
  const folder = mkdtempSync(join(tmpdir(), "clarion-links-"));
  const outside = join(folder, "outside");
  let dir: string;
  let count = 0;
  beforeAll(async () => {
    served = await openInterface(await openTestDatabase());
  }, 120_000);
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    count += 1;
    dir = join(folder, `dir${count}`);
    rmSync(outside, { recursive: true, force: true });
    mkdirSync(join(outside, "one"), { recursive: true });
    writeFileSync(join(outside, "secret.txt"), secret);
    writeFileSync(
      join(outside, "one/template.json"),
      JSON.stringify({ name: secret, blocks: { android: { text: secret } } }),
    );
    writeTemplate(dir, { ...plain, id });
  });
  const plain = {
    appid: "shop",
    name: "Sale",
    tags: [],
    blocks: { android: { text: "Hello" } },
    parameters: [],
    samples: [],
    languages: [],
  };
  const id = "linked";
  const templates = (...args: string[]) =>
    clarion(["templates", ...args], { CLARION_URL: served.origin, CLARION_KEY: served.key });
  const listed = async () => {
    const answer = await fetch(`${served.origin}/resources/v1/templates`, {
      headers: { key: served.key },
    });
    const { templates: all } = (await answer.json()) as { templates: { id: string }[] };
    const texts = await Promise.all(
      all.map(async (one) => {
        const read = await fetch(`${served.origin}/resources/v1/apps/shop/templates/${one.id}`, {
          headers: { key: served.key },
        });
        return read.text();
      }),
    );
    return texts.join("\n");
  };
  const relink = (path: string, target: string) => {
    rmSync(join(dir, path), { recursive: true, force: true });
    symlinkSync(target, join(dir, path));
  };

  const commands = [["validate"], ["diff"], ["push", "--dry-run"], ["push"], ["publish"]];
  it.each([
    ["a text", "shop/linked/android.txt", "secret.txt"],
    ["a text that stands in no file system", "shop/linked/android.txt", "/proc/self/environ"],
    ["the main file", "shop/linked/template.json", "one/template.json"],
    ["texts of a language", "shop/linked/pt.texts.json", "secret.txt"],
    ["a template", "shop/linked", "one"],
    ["an app", "shop", "."],
    ["nothing", "shop/linked/android.txt", "none"],
  ])("read none that leads out: %s", async (_, path, target) => {
    relink(path, target.startsWith("/") ? target : join(outside, target));
    for (const [command = "", ...flags] of commands) {
      const { status, text } = await templates(command, dir, ...flags);
      expect(status).toBe(1);
      expect(text).toMatch(
        /^(invalid {2}.*)?.* is a link that leads (out of .* Put what it leads to in its place|nowhere)/m,
      );
      expect(text).not.toContain(secret);
      expect(text).not.toContain(served.key);
    }
    expect(await listed()).not.toContain(secret);
  });

  it("read none that leads out by another one, or by way of its parent", async () => {
    symlinkSync(outside, join(dir, "shop/linked/there"));
    relink("shop/linked/android.txt", "there/secret.txt");
    expect((await templates("validate", dir)).text).toContain("is a link that leads out");
    relink("shop/linked/android.txt", "../../../outside/secret.txt");
    expect((await templates("validate", dir)).text).toContain("is a link that leads out");
  });

  it.each([".git/config", ".env", "ci/secrets/token.txt", "other/linked/android.txt"])(
    "read none of another folder, where the folder is a whole repository: %s",
    async (path) => {
      mkdirSync(join(dir, dirname(path)), { recursive: true });
      writeFileSync(join(dir, path), secret);
      relink("shop/linked/android.txt", join("../..", path));
      for (const [command = "", ...flags] of commands) {
        const { status, text } = await templates(command, dir, ...flags);
        expect([status, text]).toEqual([
          1,
          expect.stringContaining("android.txt is a link that leads out of its folder."),
        ]);
        expect(text).not.toContain(secret);
      }
      expect(await listed()).not.toContain(secret);
      expect(readFileSync(join(dir, path), "utf8")).toBe(secret);
    },
  );

  it("follow those that stay within, and that to the folder itself", async () => {
    writeFileSync(join(dir, "shop/linked/shared.txt"), "Hello\n");
    relink("shop/linked/android.txt", "shared.txt");
    symlinkSync(join(dir, "shop"), join(dir, "other"));
    symlinkSync(dir, `${dir}-link`);
    // What no template needs may lead anywhere.
    symlinkSync(join(outside, "secret.txt"), join(dir, "README.md"));
    symlinkSync(join(outside, "secret.txt"), join(dir, "shop/linked/notes.md"));
    for (const one of [dir, `${dir}-link`])
      expect(await templates("validate", one)).toMatchObject({ status: 0 });
  });

  it.each([
    ["a text", "shop/linked/android.txt", "secret.txt"],
    ["the main file", "shop/linked/template.json", "secret.txt"],
    ["a new file", "shop/linked/ios.txt", "made.txt"],
    ["the schema", "clarion.schema.json", "secret.txt"],
    ["a template", "shop/linked", "one"],
    ["an app", "shop", "one"],
    ["what is known of the server", ".clarion-state.json", "secret.txt"],
  ])("write through none: %s", async (_, path, target) => {
    const blocks = { android: { text: "Hello from the server" }, ios: { text: "Hello" } };
    await fetch(`${served.origin}/resources/v1/apps/shop/templates/linked`, {
      method: "PUT",
      headers: { key: served.key },
      body: JSON.stringify({ name: "Sale", blocks }),
    });
    relink(path, join(outside, target));
    const { status, text } = await templates("pull", dir);
    expect(status).toBe(1);
    expect(text).toMatch(/ is a link/);
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe(secret);
    expect(existsSync(join(outside, "made.txt"))).toBe(false);
    expect(existsSync(join(outside, "one/android.txt"))).toBe(false);
    expect(existsSync(join(outside, "one/linked"))).toBe(false);
  });

  it("take a file's other name for the file that it is, and wait for no pipe", async () => {
    rmSync(join(dir, "shop/linked/android.txt"));
    linkSync(join(outside, "one/template.json"), join(dir, "shop/linked/notes.json"));
    execFileSync("mkfifo", [join(dir, "shop/linked/android.txt")]);
    expect((await templates("validate", dir)).text).toContain("there is no android.txt beside it");
    await templates("push", dir);
    const { status, text } = await templates("pull", dir);
    expect([status, text]).toEqual([
      1,
      expect.stringMatching(/android\.txt cannot be written: it is no file\./),
    ]);
  });
});
