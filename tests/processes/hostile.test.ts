import fc from "fast-check";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { signInByHttp, type HttpSession } from "@/e2e/support/http-session";
import { fullestInput, inEachForm } from "@/tests/actions/call";
import { calls } from "@/tests/actions/catalogue";
import { composed, everyChoice, filledIn, savedDraft } from "@/tests/actions/parts";
import { uuid } from "@/tests/actions/service";
import { unsigned } from "@/tests/actions/unsigned";
import { hostileText, hostileValue, places, replaced } from "@/tests/hostile";
import {
  actionsOfBuild,
  built,
  callAction,
  encodedArguments,
  pathOf,
  type Action,
} from "./actions";
import { inBatches } from "./in-batches";

const server = inject("shared");

/**
 * Values of React's encoding that JSON has not and that no action has as an argument. Parts come
 * before those that name them, the arguments last.
 */
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

const hostileValues = [
  "a\u0000b",
  "a\ud800b",
  "x".repeat(10_000),
  null,
  2 ** 53,
  ["x"],
  { a: "b" },
];
/** What is no request, or not one that the console writes. */
const hostileBodies = [
  "",
  "{",
  "null",
  "[]",
  "{}",
  `\ufeff${filledIn}`,
  `{"appid":"sandbox",${filledIn.slice(1)}`,
  `{"appid":"sandbox","x":${"[".repeat(100_000)}`,
  `{"appid":"sandbox","x":${"[".repeat(40)}${"]".repeat(40)}}`,
  `{"appid":"sandbox","x":"${"é".repeat(400_000)}"}`,
];

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((holder, step) => (holder as Record<string, unknown>)[step], value);
}

/**
 * Every list of arguments that an action is called with: another value at each place of its input,
 * and in a request, which is text, at each place within.
 */
function hostileArguments(args: unknown[]): string[] {
  const at = placesIn(args);
  const requests = at.filter((one) => valueAt(args, one) === filledIn);
  return [
    ...at.flatMap((place) => hostileValues.map((value) => replaced(args, place, value))),
    ...requests.flatMap((place) => [
      ...places(composed).flatMap((within) =>
        hostileValues.map((value) =>
          replaced(args, place, JSON.stringify(replaced(composed, within, value))),
        ),
      ),
      ...hostileBodies.map((text) => replaced(args, place, text)),
    ]),
  ].map(encodedArguments);
}

const placesIn = (args: unknown[]) => places(args).filter(({ length }) => length > 0);

function formOf(parts: readonly (readonly [part: string, text: string])[]): FormData {
  const form = new FormData();
  for (const [part, text] of parts) form.set(part, text);
  return form;
}

// In one file, since one of the actions ends all sessions of the owner.
let session: HttpSession;
beforeAll(async () => {
  session = await signInByHttp(server);
});

describe("hostile arguments", () => {
  const call = (action: Action, body: string | FormData) => callAction(session, action, body);
  const actionNamed = (name: string): Action => {
    const action = actionsOfBuild().find((one) => one.name === name);
    if (!action) throw new Error(`${name} is no action`);
    return action;
  };

  it("are sent to every server action of the build", () => {
    const all = actionsOfBuild().map(({ name }) => name);
    expect(all.toSorted()).toEqual(Object.keys({ ...calls, ...unsigned }).toSorted());
  });

  it.each(inEachForm({ ...calls, ...unsigned }))(
    "get an answer of the action itself: %s",
    async (_, name, entry) => {
      const action = actionNamed(name);
      const args = [fullestInput(entry)];
      const consoleAnswer = await call(action, encodedArguments(args));
      if (name === "signOutEverywhere") session = await signInByHttp(server);
      expect(consoleAnswer.status, "as the console calls it").toBe(200);
      if (name === "signOutEverywhere") return;
      await inBatches(hostileArguments(args), async (sent) => {
        expect((await call(action, sent)).status, `${sent.slice(0, 300)}`).toBe(200);
      });
      await inBatches(foreign, async (parts) => {
        expect(
          (await call(action, formOf(parts))).status,
          `${JSON.stringify(parts).slice(0, 300)}`,
        ).toBe(200);
      });
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...placesIn(args)), hostileValue, async (place, value) => {
          expect((await call(action, encodedArguments(replaced(args, place, value)))).status).toBe(
            200,
          );
        }),
        { numRuns: 10 },
      );
    },
  );

  it("that React cannot read are a bad request, and no error of the action", async () => {
    const action = actionNamed("readPlan");
    const unread = (parts: Record<string, string>) => formOf(Object.entries(parts));
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
          Array.from({ length: 40 }, (_, n) => [
            String(n),
            n === 39 ? '"x"' : `["$${(n + 1).toString(16)}","$${(n + 1).toString(16)}"]`,
          ]),
        ),
      ),
    ]) {
      const { status, text } = await call(action, body);
      expect([200, 400], `${JSON.stringify(body)}`).toContain(status);
      expect(text).not.toMatch(/ at .*\.js|node_modules|SyntaxError/);
    }
  });

  it("that cannot be stored are named in the answer", async () => {
    const saying = async (name: string, input: unknown) =>
      (await call(actionNamed(name), encodedArguments([input]))).text;
    expect(await saying("beginAudience", { appid: "sandbox", name: "a\u0000b" })).toContain(
      '"name: holds a character that cannot be kept',
    );
    expect(
      await saying("extendAudience", { id: uuid, recipients: [{ type: "userid", id: "\ud800" }] }),
    ).toContain('"pointer":"/recipients/0/id","message":"recipients 1, id: holds a character');
    expect(await saying("removeEachAudience", [{ id: "a\u0000b" }, { id: uuid }])).toMatch(
      /"ok":true.*"id: holds a character.*"This does not exist/,
    );
    const many = (length: number) => Array.from({ length }, () => ({ id: uuid }));
    expect(await saying("removeEachAudience", many(201))).toContain(
      "At most 200 can be changed at a time.",
    );
    expect(await saying("changeAudience", { id: uuid, name: "a\u0000b" })).toContain(
      '"name: holds a character',
    );
    expect(
      await saying("saveTestGroup", { appid: "sandbox", name: "a\u0000b", choice: everyChoice }),
    ).toContain('"name: holds a character');
    expect(
      await saying("saveCampaign", { campaign: { ...savedDraft, id: null, name: "a\u0000b" } }),
    ).toContain('"Its name holds a character');
    expect(
      await saying("sendCampaign", {
        request: JSON.stringify({ ...composed, appid: "a\u0000b" }),
        nonce: "nonce",
      }),
    ).toContain('"request, appid: holds a character');
    expect(await saying("scheduleCampaign", { id: uuid, revision: "1" })).toContain(
      '"pointer":"/revision"',
    );
    expect(
      await saying("makeFirstOwner", {
        code: "x",
        email: "a\u0000@b.example",
        name: "Ada",
        password: "1234567890",
      }),
    ).toContain('"pointer":"/email"');
  });
});

describe("hostile addresses", () => {
  const pages = Object.keys(built("app-paths-manifest.json")).filter(
    (name) => name.endsWith("/page") && !name.startsWith("/_"),
  );
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

  it("are tried on the pages of the build", () => {
    expect(pages.length).toBeGreaterThan(8);
  });

  it.each(pages)("show an ordinary page: %s", async (page) => {
    await inBatches(page.includes("[") ? raw : [], async (text) => {
      expect([200, 404], `${page} of ${text}`).toContain(await status(pathOf(page, text)));
    });
    await inBatches(raw, async (text) => {
      const query = names.map((name) => `${name}=${text}`).join("&");
      expect(
        await status(`${pathOf(page)}?${query}&${text}=1&q=a&q=b`),
        `${page} with ${text}`,
      ).toBeLessThan(500);
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), hostileText, async (name, text) => {
        expect(
          await status(`${pathOf(page)}?${new URLSearchParams({ [name]: text }).toString()}`),
        ).toBeLessThan(500);
      }),
      { numRuns: 10 },
    );
  });

  it("of nothing say so", async () => {
    expect(await (await session.ask("/messages/%ff")).text()).toContain("There is no such message");
    expect(await (await session.ask("/campaigns/a%00b")).text()).toContain(
      "There is no such campaign",
    );
    expect(await status("/nowhere/%00")).toBe(404);
    expect(await (await session.ask("/messages?appid=a%00b")).text()).toContain(
      "No matching messages",
    );
    expect(await (await session.ask("/campaigns?q=a%00b")).text()).toContain(
      "No matching campaigns",
    );
  });
});
