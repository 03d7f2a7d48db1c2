import { expect } from "@playwright/test";
import fc from "fast-check";
import { hostileText, hostileValue, places, replaced } from "../tests/hostile";
import { actionsOfBuild, built, callAction, encodedArguments, pathOf, type Action } from "./support/actions";
import { ownServerTest } from "./support/fixtures";
import { campaign, choice, composed, inputs, request, uuid } from "./support/hostile-inputs";
import { signInByHttp, type HttpSession } from "./support/http-session";

// What these calls make and change, a service and a name among it, no other file is to meet.
const test = ownServerTest();

/** What React's encoding can say beyond JSON: what no argument of an action is made of. Parts come before those that name them, the arguments last. */
const foreign: [part: string, text: string][][] = [
  [["0", '["$undefined","$undefined","$undefined"]']],
  [["0", '["$NaN","$Infinity","$-0"]']],
  [["0", '["$n123","$D2026-01-01T00:00:00.000Z","$T"]']],
  [
    ["1", '[["id","x"],["kind","rename"]]'],
    ["0", '["$Q1","x"]'],
  ],
  [
    ["1", '["x"]'],
    ["0", '["$W1","x"]'],
  ],
  // Twelve levels of twice the level below, 4,096 places; React itself refuses many more.
  Array.from({ length: 13 }, (_, level) => {
    const below = `"$${(13 - level).toString(16)}"`;
    return [String(12 - level), level === 0 ? '"x"' : `[${below},${below}]`];
  }),
];

const hostileValues = ["a\u0000b", "a\ud800b", "x".repeat(10_000), null, 2 ** 53, ["x"], { a: "b" }];
/** What is no request, or not one that the console writes. */
const hostileBodies = [
  "",
  "{",
  "null",
  "[]",
  "{}",
  `\ufeff${request}`,
  `{"appid":"sandbox",${request.slice(1)}`,
  `{"appid":"sandbox","x":${"[".repeat(100_000)}`,
  `{"appid":"sandbox","x":${"[".repeat(40)}${"]".repeat(40)}}`,
  `{"appid":"sandbox","x":"${"é".repeat(400_000)}"}`,
];

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((holder, step) => (holder as Record<string, unknown>)[step], value);
}

test.describe("hostile text", () => {
  let session: HttpSession;
  test.beforeAll(async ({ server }) => {
    session = await signInByHttp(server);
  });

  const call = (action: Action, body: string | FormData) => callAction(session, action, body);

  test("every server action is tried here", () => {
    const all = actionsOfBuild().map(({ name }) => name);
    expect(all.toSorted()).toEqual(Object.keys(inputs).toSorted());
  });

  for (const [name, input] of Object.entries(inputs))
    test(`${name} answers in its own words, whatever it is given`, async ({ server }) => {
      const action = actionsOfBuild().find((one) => one.name === name);
      if (!action) throw new Error(`${name} is no action`);
      const args = [input];
      const meant = await call(action, encodedArguments(args));
      expect(meant.status, "as the console calls it").toBe(200);
      if (name === "endAllSessions") {
        session = await signInByHttp(server);
        return;
      }
      const inArguments = places(args).filter(({ length }) => length > 0);
      const answers = async (given: unknown) => {
        const sent = encodedArguments(given);
        expect((await call(action, sent)).status, sent.slice(0, 300)).toBe(200);
      };
      for (const place of inArguments) for (const value of hostileValues) await answers(replaced(args, place, value));
      // A request is text, and may be anything inside.
      for (const place of inArguments.filter((one) => valueAt(args, one) === request)) {
        for (const within of places(composed))
          for (const value of hostileValues) await answers(replaced(args, place, JSON.stringify(replaced(composed, within, value))));
        for (const text of hostileBodies) await answers(replaced(args, place, text));
      }
      for (const parts of foreign) {
        const form = new FormData();
        for (const [part, text] of parts) form.set(part, text);
        expect((await call(action, form)).status, JSON.stringify(parts).slice(0, 300)).toBe(200);
      }
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...inArguments), hostileValue, async (place, value) => {
          expect((await call(action, encodedArguments(replaced(args, place, value)))).status).toBe(200);
        }),
        { numRuns: 25 },
      );
    });

  test("a call that React cannot read is a bad request, and no error of ours", async () => {
    const [action] = actionsOfBuild().filter(({ name }) => name === "plan");
    if (!action) throw new Error("no action");
    const unread = (parts: Record<string, string>) => {
      const form = new FormData();
      for (const [name, part] of Object.entries(parts)) form.set(name, part);
      return form;
    };
    for (const body of [
      "{",
      "",
      "\u0000",
      "[",
      '["$K1"',
      unread({ "0": "{" }),
      unread({ "0": '["$1"]' }),
      unread({ "0": '["$Q1"]', "1": "{" }),
      unread({ x: "y" }),
      // Each level is twice the one below it: more than React will make.
      unread(
        Object.fromEntries(
          Array.from({ length: 40 }, (_, n) => [String(n), n === 39 ? '"x"' : `["$${(n + 1).toString(16)}","$${(n + 1).toString(16)}"]`]),
        ),
      ),
    ]) {
      const { status, text } = await call(action, body);
      expect([200, 400], JSON.stringify(body)).toContain(status);
      expect(text).not.toMatch(/ at .*\.js|node_modules|SyntaxError/);
    }
  });

  test("an action names the argument that cannot be kept, and loses nothing", async () => {
    const saying = async (name: string, input: unknown) => {
      const action = actionsOfBuild().find((one) => one.name === name);
      return action ? (await call(action, encodedArguments([input]))).text : "";
    };
    expect(await saying("beginList", { appid: "sandbox", name: "a\u0000b" })).toContain('"name: holds a character that cannot be kept');
    expect(await saying("addToList", { id: uuid, recipients: [{ type: "userid", id: "\ud800" }] })).toContain(
      '"pointer":"/recipients/0/id","message":"recipients 1, id: holds a character',
    );
    expect(await saying("removeEachList", [{ id: "a\u0000b" }, { id: uuid }])).toMatch(
      /"ok":true.*"id: holds a character.*"This does not exist/,
    );
    const many = (length: number) => Array.from({ length }, () => ({ id: uuid }));
    expect(await saying("removeEachList", many(201))).toContain("At most 200 can be changed at a time.");
    expect(await saying("changeList", { id: uuid, name: "a\u0000b" })).toContain('"name: holds a character');
    expect(await saying("keepTestGroup", { appid: "sandbox", name: "a\u0000b", choice })).toContain('"name: holds a character');
    expect(await saying("saveDraft", { campaign: { ...campaign, id: null, name: "a\u0000b" } })).toContain('"Its name holds a character');
    expect(await saying("send", { request: JSON.stringify({ ...composed, appid: "a\u0000b" }), nonce: "nonce" })).toContain(
      '"request, appid: holds a character',
    );
    expect(await saying("scheduleDraft", { id: uuid, revision: "1" })).toContain('"pointer":"/revision"');
    expect(await saying("makeFirstOwner", { code: "x", email: "a\u0000@b.example", name: "Ada", password: "1234567890" })).toContain(
      '"pointer":"/email"',
    );
  });

  test("every page is an ordinary page, whatever its address says", async () => {
    const pages = Object.keys(built("app-paths-manifest.json")).filter((name) => name.endsWith("/page") && !name.startsWith("/_"));
    expect(pages.length).toBeGreaterThan(8);
    const names = ["appid", "state", "after", "q", "campaign", "next", "error", "x"];
    const raw = [
      "%00",
      "a%00b",
      "%ff",
      "%E0%A4%A",
      "%",
      "%ED%A0%80",
      "__proto__",
      "x".repeat(2_000),
      "1e20_00000000-0000-7000-8000-000000000000",
    ];
    const status = async (path: string) => {
      const answer = await session.ask(path);
      await answer.arrayBuffer();
      return answer.status;
    };
    for (const page of pages) {
      for (const text of raw) {
        if (page.includes("[")) expect([200, 404], `${page} of ${text}`).toContain(await status(pathOf(page, text)));
        const query = names.map((name) => `${name}=${text}`).join("&");
        expect(await status(`${pathOf(page)}?${query}&${text}=1&q=a&q=b`), `${page} with ${text}`).toBeLessThan(500);
      }
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names), hostileText, async (name, text) => {
          expect(await status(`${pathOf(page)}?${new URLSearchParams({ [name]: text }).toString()}`)).toBeLessThan(500);
        }),
        { numRuns: 10 },
      );
    }
    expect(await (await session.ask("/messages/%ff")).text()).toContain("There is no such message");
    expect(await (await session.ask("/campaigns/a%00b")).text()).toContain("There is no such campaign");
    expect(await status("/nowhere/%00")).toBe(404);
    expect(await (await session.ask("/messages?appid=a%00b")).text()).toContain("No matching messages");
    expect(await (await session.ask("/campaigns?q=a%00b")).text()).toContain("No matching campaigns");
  });

  test("nobody signs in by what cannot be an address, and nothing breaks", async ({ server }) => {
    const attempt = async (email: unknown, password: unknown) => {
      const stranger = await signInByHttp(server, { email, password });
      return { status: stranger.status, error: stranger.error };
    };
    for (const email of [
      "a\u0000@example.com",
      "\ud800",
      "x".repeat(100_000),
      "",
      `${server.email}\u0000`,
      ["owner@example.com"],
      { a: 1 },
      null,
    ])
      expect(await attempt(email, server.password), JSON.stringify(email)?.slice(0, 80)).toEqual(
        typeof email === "string" && email.length === 100_000 ? { status: 413, error: null } : { status: 401, error: "wrong" },
      );
    expect(await attempt("somebody@example.com", "a\u0000b")).toEqual({ status: 401, error: "wrong" });
    for (const path of [
      "signin",
      "signout",
      "error",
      "session",
      "csrf",
      "providers",
      "callback/credentials",
      "_log",
      "%00",
      "%ff",
      "callback/%00",
    ])
      for (const text of ["%00", "%ff", "http://[", "/%09/[", "//evil.example", "x".repeat(3_000)])
        for (const method of ["GET", "POST", "TRACE"]) {
          const answer = await fetch(`${server.origin}/api/auth/${path}?callbackUrl=${text}&error=${text}`, {
            method: method === "TRACE" ? "OPTIONS" : method,
            redirect: "manual",
            ...(method === "POST" && {
              body: JSON.stringify({ csrfToken: text, callbackUrl: text }),
              headers: { "content-type": "application/json" },
            }),
          });
          await answer.arrayBuffer();
          expect(answer.status, `${method} ${path} ${text.slice(0, 40)}`).toBeLessThan(500);
        }
  });
});
