import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { clarion, expectTame } from "../testing";
import { writeTemplate } from "./folders";
import { plainTemplate } from "./testing";

const folder = mkdtempSync(join(tmpdir(), "clarion-hostile-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const blocks = { android: { text: "Hello" } };

describe("files that are no templates", () => {
  let dir: string;
  let count = 0;
  beforeEach(() => {
    dir = join(folder, `dirs${(count += 1)}`);
    writeTemplate(dir, { ...plainTemplate, blocks });
  });
  const validate = () => clarion(["templates", "validate", dir], {});
  const put = (path: string, text: string | Uint8Array) =>
    writeFileSync(join(dir, "shop/one", path), text);

  it.each(["100%", "%E0%A4%A", "%ED%A0%80", "a\n::error::b", "\u001b[2J", "x\u202ey"])(
    "in a folder called %j are reported in a sentence",
    async (name) => {
      mkdirSync(join(dir, "shop", name));
      writeFileSync(join(dir, "shop", name, "template.json"), "{");
      const { status, lines } = await validate();
      expect([status, lines.length]).toEqual([1, 2]);
      expectTame(lines);
    },
  );

  it("in a folder whose name is no UTF-8 are reported", async () => {
    mkdirSync(Buffer.concat([Buffer.from(join(dir, "shop/")), Buffer.of(0x61, 0xed, 0xa0, 0x80)]));
    const { status, lines } = await validate();
    expect([status, lines.length]).toEqual([1, 2]);
  });

  it("are reported where they nest too deep, are too large, or say what a terminal obeys", async () => {
    put(
      "template.json",
      `{"name":"x","blocks":{"android":{"text":"x","extras":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}}}`,
    );
    expect(await validate()).toMatchObject({
      status: 1,
      text: expect.stringContaining("may be nested 32 levels deep") as string,
    });
    put("template.json", `{"name":"x"${" ".repeat(5_000_000)}}`);
    expect(await validate()).toMatchObject({
      status: 1,
      text: expect.stringContaining("has more than 4,194,304 bytes") as string,
    });
    put("template.json", JSON.stringify({ "\u001b]0;x\u0007\n::error::": 1 }));
    const { status, lines } = await validate();
    expect(status).toBe(1);
    expectTame(lines);
  });

  it("are the same with the line ends and marks of any editor", async () => {
    const original = {
      ...plainTemplate,
      blocks: {
        android: { text: "One\nTwo" },
        ios: { text: "A\r\nB" },
        web: { text: "\uFEFFMark" },
      },
    };
    writeTemplate(dir, original);
    const bodies: unknown[] = [];
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        if (request.method === "PUT")
          bodies.push((JSON.parse(Buffer.concat(parts).toString()) as { blocks: unknown }).blocks);
        const put = { created: true, unchanged: false, revision: 1, problems: [] };
        response.writeHead(request.method === "PUT" ? 201 : 404).end(JSON.stringify(put));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const CLARION_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const push = () => clarion(["templates", "push", dir], { CLARION_URL, CLARION_KEY: "sk_test" });
    expect((await push()).status).toBe(0);
    for (const [mark, end] of [
      ["", "\r\n"],
      ["\uFEFF", "\n"],
      ["\uFEFF\uFEFF", "\r\n"],
      ["", "\r"],
    ] as const) {
      put("android.txt", `${mark}One${end}Two${end}`);
      const main = {
        name: "Sale",
        blocks: { ...original.blocks, android: { "text@": "android.txt" } },
      };
      put("template.json", `${mark}${JSON.stringify(main, null, 2).replaceAll("\n", end)}${end}`);
      expect((await push()).status).toBe(0);
    }
    expect(bodies).toHaveLength(5);
    for (const one of bodies) expect(one).toEqual(original.blocks);
    for (const bytes of [Buffer.from("\uFEFFOne", "utf16le"), Buffer.from("Schön", "latin1")]) {
      put("android.txt", bytes);
      expect((await push()).text).toMatch(
        /^invalid {2}shop\/one {2}.*android\.txt: it is not UTF-8\. Save it as UTF-8\.$/,
      );
    }
    server.close();
  });
});
