import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clarion, expectTame } from "../testing";
import { writeTemplate } from "./folders";
import { plainTemplate } from "./testing";

const folder = mkdtempSync(join(tmpdir(), "clarion-hostile-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const blocks = { android: { text: "Hello" } };

describe("a server that is no Clarion", () => {
  let server: Server;
  let origin: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let dir: string;
  let count = 0;
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    dir = join(folder, `dir${(count += 1)}`);
    writeTemplate(dir, { ...plainTemplate, blocks });
  });
  const ask = (command: string) =>
    clarion(["templates", command, dir], { CLARION_URL: origin, CLARION_KEY: "sk_test" });
  const saying = (status: number, text: string) => {
    answer = (_, response) => response.writeHead(status).end(text);
  };

  const deep = `{"templates":${"[".repeat(100_000)}${"]".repeat(100_000)},"next":null}`;
  const bodies = [
    "",
    "<!doctype html><h1>Hello",
    "null",
    "[]",
    "5",
    '"x"',
    "{}",
    '{"templates":5,"next":7}',
    "{",
    deep,
    '{"content":null}',
  ];
  const wrongError = [
    '{"error":5,"problems":"x"}',
    '{"error":{"a":1}}',
    '{"response":[1]}',
    "null",
    '{"problems":[1]}',
  ];
  const answers: [status: number, body: string][] = [
    ...bodies.map((body): [number, string] => [200, body]),
    ...wrongError.flatMap((body) =>
      [400, 404, 409, 500].map((status): [number, string] => [status, body]),
    ),
    [301, ""],
    [204, ""],
  ];
  it.each(answers)("that answers %i %.40s is reported in a sentence", async (status, body) => {
    saying(status, body);
    for (const command of ["pull", "push", "diff", "publish"]) {
      const { status: ended, lines } = await ask(command);
      // Where nothing is found there is nothing to compare: what is pushed is new then.
      expect(ended).toBe(command === "diff" && status === 404 ? 0 : 1);
      expect(lines.length).toBeLessThanOrEqual(3);
      for (const line of lines) expect(line.length).toBeLessThan(500);
      expectTame(lines);
    }
  });

  it("that never ends is read to a bound", async () => {
    let closed = 0;
    answer = (_, response) => {
      const part = Buffer.alloc(65_536, 0x20);
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on("drain", more).on("close", () => (closed += 1));
      response.writeHead(200);
      more();
    };
    for (const command of ["pull", "push"]) {
      const { status, text } = await ask(command);
      expect([status, text]).toEqual([
        1,
        expect.stringContaining("answers with more than 4,194,304 bytes."),
      ]);
    }
    await expect.poll(() => closed).toBe(2);
  });

  it("whose list never ends is left", async () => {
    let pages = 0;
    answer = (request, response) => {
      const reference = request.url?.includes("openapi")
        ? { components: { schemas: { Template: {} } } }
        : undefined;
      response.end(JSON.stringify(reference ?? { templates: [], next: `${(pages += 1)}` }));
    };
    expect(await ask("pull")).toMatchObject({
      status: 1,
      text: `${origin} lists more than 1,000 pages of templates.`,
    });
  });

  it("that redirects is not followed, and no other server is sent the key", async () => {
    const keys: unknown[] = [];
    answer = ({ url, headers }, response) => {
      keys.push(url?.startsWith("/elsewhere") ? headers["key"] : undefined);
      response.writeHead(307, { location: "/elsewhere" }).end();
    };
    expect((await ask("push")).text).toContain(
      "answers with a redirect (307), which is not followed.",
    );
    expect(keys).toEqual([undefined]);
  });

  const named = (appid: string, id: string, more: object = {}) => {
    const facts = {
      published: null,
      archived: false,
      version: null,
      revision: 1,
      by: null,
      at: "2026-01-02T03:04:05.000Z",
    };
    answer = ({ url = "" }, response) => {
      if (url.includes("openapi"))
        response.end(JSON.stringify({ components: { schemas: { Template: {} } } }));
      else if (url.endsWith("/templates"))
        response.end(JSON.stringify({ templates: [{ appid, id }], next: null }));
      else
        response.end(JSON.stringify({ ...plainTemplate, ...facts, content: { blocks }, ...more }));
    };
  };
  it.each([
    ["shop", "a".repeat(400)],
    ["shop", "half \ud83d"],
    ["\udc00", "x"],
    ["", "x"],
    ["shop", ""],
    ["shop", "\u0000"],
  ])("that names a template %.20j/%.20j is reported", async (appid, id) => {
    named(appid, id);
    const { status, lines } = await ask("pull");
    expect([status, lines]).toEqual([1, [expect.stringMatching(/^invalid {2}/)]]);
    expectTame(lines);
  });

  it.each([
    ["..", ".."],
    [".", "."],
    ["../..", "x"],
    ["/etc", "x"],
    [".git", "hooks"],
    ["a\\..\\b", "x"],
    ["shop", "::error title=x::y\n::error::z\u001b[2J\u202e"],
    ["100%", "%2e%2e"],
  ])(
    "that names a template %j/%j has it written below the folder, and read again",
    async (appid, id) => {
      named(appid, id);
      const { status, lines } = await ask("pull");
      expect(status).toBe(0);
      expectTame(lines);
      expect(readdirSync(folder).filter((name) => !name.startsWith("dir"))).toEqual([]);
      expect(readdirSync(dir).filter((name) => name.startsWith("."))).toEqual([
        ".clarion-state.json",
      ]);
      const again = await ask("diff");
      expect(again.lines).toContainEqual(expect.stringMatching(/^unchanged/));
      expect(again.lines).toHaveLength(2);
      expectTame(again.lines);
    },
  );

  it("cannot call a template by another name than it was asked for", async () => {
    named("shop", "two", { appid: "../../elsewhere", id: ".." });
    expect((await ask("pull")).status).toBe(0);
    expect(existsSync(join(dir, "shop/two/template.json"))).toBe(true);
  });

  it("has its names, sentences and problems printed as they are spelled, and bounded", async () => {
    const nasty = "\u001b]0;x\u0007\n::error title=pwned::x\r##[error]y\u202e";
    const problems = Array.from({ length: 5_000 }, () => ({
      pointer: nasty,
      message: nasty.repeat(500),
    }));
    saying(403, JSON.stringify({ error: nasty, problems: problems.slice(0, 300) }));
    for (const command of ["pull", "push", "publish", "diff"]) {
      const { status, lines } = await ask(command);
      expect(status).toBe(1);
      expect(lines.length).toBeLessThan(110);
      expectTame(lines);
    }
    named("shop", "one", {
      by: nasty,
      name: nasty,
      content: { blocks: { android: { text: nasty } } },
    });
    for (const command of ["push", "diff"]) expectTame((await ask(command)).lines);
    expect((await ask("push")).text).toMatch(
      /not pushed {2}shop\/one {2}Its draft was changed by \\u001b\]0;x/,
    );
  });
});
