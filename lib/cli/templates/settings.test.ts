import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clarion } from "../testing";
import { writeTemplate } from "./folders";

describe("CLARION_URL and CLARION_KEY", () => {
  const dir = mkdtempSync(join(tmpdir(), "clarion-settings-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  beforeAll(() => {
    const blocks = { android: { text: "Hello" } };
    writeTemplate(dir, {
      appid: "shop",
      id: "one",
      name: "Sale",
      tags: [],
      parameters: [],
      samples: [],
      languages: [],
      blocks,
    });
  });
  const secret = "sk_topsecret";
  it.each([
    ["http://127.0.0.1:9", `${secret}\nx`],
    ["http://127.0.0.1:9", `${secret} x`],
    ["http://127.0.0.1:9", `${secret}\u0000`],
    ["http://127.0.0.1:9", `${secret}é`],
    [`http://user:${secret}@127.0.0.1:9`, "sk"],
    [`http://${secret}@127.0.0.1:9`, "sk"],
    [`http://user:${secret}@`, "sk"],
    [`http://127.0.0.1:9/?key=${secret}`, "sk"],
    [`http://127.0.0.1:9/#${secret}`, "sk"],
    [secret, "sk"],
    [`file:///${secret}`, "sk"],
    ["http://127.0.0.1:99999", secret],
    ["http://127.0.0.1:9", secret],
    ["http://none.invalid", secret],
  ])("%j and %j are never printed", async (CLARION_URL, CLARION_KEY) => {
    for (const command of ["pull", "push", "diff", "publish"]) {
      const { status, lines, text } = await clarion(["templates", command, dir], {
        CLARION_URL,
        CLARION_KEY,
      });
      expect(status).toBe(1);
      expect(text).not.toContain("topsecret");
      expect(lines).toHaveLength(1);
    }
    expect(existsSync(join(dir, ".clarion-state.json"))).toBe(false);
  });

  it("are accepted with a line break at the end, as files of secrets have it", async () => {
    const { text } = await clarion(["templates", "pull", dir], {
      CLARION_URL: "http://127.0.0.1:9/\n",
      CLARION_KEY: "sk_x\r\n",
    });
    expect(text).toBe("http://127.0.0.1:9 does not answer: the connection failed.");
  });
});
