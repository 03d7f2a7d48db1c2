import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedOf } from "@/lib/compose/adopt";
import { bodyOf } from "@/lib/compose/assemble";
import { examine } from "@/lib/compose/examine";
import { pathsOf, put, type ValuePath } from "@/lib/compose/testing";
import type { PushRequestInput } from "@/lib/interface/request";
import { applyFix, valueAt } from "./edits";
import { findingsOf, type Finding } from "./findings";

const providers = ["fcm", "hms", "apns", "webpush"] as const;
const options = {
  app: { name: "Sandbox" },
  sender: { providers, pushEnabled: true },
  httpsOnly: true,
  sizeRule: "body" as const,
  now: Date.UTC(2026, 0, 1),
};

const picture = "https://a.example/p.png";
const whole: PushRequestInput = {
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["maya", "ben"] }],
  channels: {
    push: {
      android: {
        title: "T",
        text: "A text",
        extras: {
          collapse_key: "k",
          customtags: { imageurl: picture, tag: "x" },
          notificationaction: { action: "OPEN_URL", value: "https://a.example" },
        },
      },
      ios: { title: "T", text: "A text", extras: { collapse_key: "k", attachmenturl: picture } },
      web: {
        platform_types: ["chrome"],
        title: "T",
        text: "A text",
        url: "https://a.example",
        actiontext: "Go",
      },
      interactive: {
        category: "DOUBLE_SHOPNOW_CANCEL",
        device_types: ["android", "ios"],
        actions: [
          { pos: 1, action: "OPEN_URL", value: "https://a.example" },
          { pos: 2, action: "DISMISS" },
        ],
      },
    },
  },
  expiry: "2026-05-01T00:00:00.000Z",
  correlationid: "c",
  notifyurl: "https://a.example/hook",
};

type ExamineOptions = Partial<Pick<typeof options, "sender">>;

function examineRequest(
  request: PushRequestInput,
  overrides: ExamineOptions = {},
  shared = sharedOf(request),
) {
  const examined = examine(bodyOf(request), { ...options, ...overrides });
  return { shared, examined, findings: findingsOf({ ...examined, request, shared }) };
}

function changed(...changes: readonly (readonly [string, unknown])[]): PushRequestInput {
  return changes.reduce<unknown>(
    (request, [path, value]) =>
      put(
        request,
        path.split("/").map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
        value,
      ),
    whole,
  ) as PushRequestInput;
}

const short = ({ severity, label, headline, fix }: Finding) => [
  severity,
  label,
  headline,
  fix?.label,
];
const android = "channels/push/android";
const ios = "channels/push/ios";
const web = "channels/push/web";
const buttons = "channels/push/interactive";

describe("findings", () => {
  it("count one missing text once, as what is written for all", () => {
    const { findings } = examineRequest(
      changed([`${android}/text`, ""], [`${ios}/text`, ""], [`${web}/text`, ""]),
    );
    expect(findings.map(short)).toEqual([["error", "Text", "Write a text.", undefined]]);
    expect(findings[0]?.problems).toHaveLength(3);
  });

  it("report a text that one platform lacks of that platform", () => {
    const { findings } = examineRequest(changed([`${ios}/text`, ""]));
    expect(findings.map(short)).toEqual([["error", "iOS text", "Write a text.", undefined]]);
  });

  it("offer to switch a platform off whose block is empty, where another is left", () => {
    const { findings } = examineRequest(
      changed([`${web}`, { platform_types: ["chrome"], text: "", title: "", actiontext: "Go" }]),
    );
    expect(findings.find(({ severity }) => severity === "error")?.fix).toEqual({
      label: "Switch Web off",
      edits: [{ pointer: "/channels/push/web" }],
    });
  });

  it("report a picture that all share once, and mend it for all", () => {
    const request = changed(
      [`${android}/extras/customtags/imageurl`, "a.example/p.png"],
      [`${ios}/extras/attachmenturl`, "a.example/p.png"],
    );
    const { findings, shared } = examineRequest(request);
    expect(findings.map(short)).toEqual([
      [
        "warning",
        "Image URL",
        "The address doesn’t say https://, so devices may not find it.",
        "Use https://a.example/p.png",
      ],
    ]);
    const fixed = applyFix({ request, shared }, findings[0]?.fix ?? { label: "", edits: [] });
    expect(fixed).toEqual({ request: whole, shared: { ...shared, image: picture } });
  });

  it("report a refused value and its likely spelling as one, with the spelling as the way to mend it", () => {
    const { findings } = examineRequest(changed([`${buttons}/category`, "DOUBLE_SHOPNOW_CANCELL"]));
    expect(findings.map(short)).toEqual([
      ["error", "Buttons", "Choose one of the kinds of buttons below.", "Correct the spelling"],
    ]);
  });

  it("name a button by its caption, and what its action lacks", () => {
    const { findings } = examineRequest(
      changed([`${buttons}/actions/0`, { pos: 1, action: "OPEN_URL" }]),
    );
    expect(findings.map(short)).toEqual([
      [
        "error",
        "Shop Now button: address",
        "Add the web address that this button opens.",
        undefined,
      ],
    ]);
  });

  it("report recipients that are there twice once, and take all repeats out", () => {
    const request = changed(["destination/0/userid", ["maya", "ben", "maya", "maya", "ben"]]);
    const { findings, shared } = examineRequest(request);
    expect(findings.map(short)).toEqual([
      [
        "warning",
        "Recipients",
        "Some recipients are listed twice. Each gets the message once.",
        "Remove the repeats",
      ],
    ]);
    expect(
      applyFix({ request, shared }, findings[0]?.fix ?? { label: "", edits: [] }).request,
    ).toEqual(whole);
  });

  it("lead to the field where only a person can choose", () => {
    expect(examineRequest(whole, { sender: undefined as never }).findings.map(short)).toEqual([
      ["error", "App", "This app doesn’t exist here. Choose an app.", "Choose an app"],
    ]);
  });

  it.each(["ascii ", "Grüße und Küsse ", "न", "👨‍👩‍👧‍👦 "])(
    "shorten a text of “%s” until the request fits",
    (part) => {
      const text = part.repeat(Math.ceil(4_000 / part.length));
      const request = changed(
        [`${android}/text`, text],
        [`${ios}/text`, text],
        [`${web}/text`, text],
      );
      const { findings, shared } = examineRequest(request);
      expect(findings.map(({ rule, fix }) => [rule, fix?.label])).toEqual([
        ["body.size", "Shorten to fit"],
      ]);
      const fixed = applyFix({ request, shared }, findings[0]?.fix ?? { label: "", edits: [] });
      const after = examineRequest(fixed.request, {}, fixed.shared);
      expect(after.findings).toEqual([]);
      // Not more than it takes.
      expect(after.examined.countedBytes).toBeGreaterThan(3_900);
      expect(text.startsWith(fixed.shared.text.slice(0, -1))).toBe(true);
    },
  );
});

const url = fc.constantFrom(
  "a.example/p.png",
  "//a.example/x",
  " https://a.example/x ",
  "\ta.example",
  "a b",
  "cdn/pic.png",
  "ftp://a.example/x",
  "https://a.ex\nample",
);
/** Ways to make something of it wrong. */
const wrong: fc.Arbitrary<readonly [string, unknown]> = fc.oneof(
  ...[
    `${android}/extras/customtags/imageurl`,
    `${ios}/extras/attachmenturl`,
    `${web}/url`,
    `${buttons}/actions/0/value`,
    "notifyurl",
  ].map((path) => url.map((value) => [path, value] as const)),
  fc.constantFrom<readonly [string, unknown]>(
    [`${android}/text`, ""],
    [android, { title: "", text: "" }],
    [web, { platform_types: ["chrome"], title: "", text: "" }],
    [`${android}/extras/sound`, "ping"],
    [`${android}/extras/delay_while_idle`, "true"],
    [`${android}/extras/notificationaction`, { action: "OPENURL", value: "a.example" }],
    [`${ios}/extras/notificationaction`, { value: "https://a.example" }],
    [`${ios}/extras/collapse_key`, "kläng/".repeat(30)],
    [`${android}/extras/collapse_key`, "my-key"],
    [`${android}/colour`, "red"],
    [`${buttons}/actions/1/action`, "OPEN_APP"],
    [`${buttons}/actions/1`, { pos: 2, action: "OPEN_URL", value: "https://a.example" }],
    [`${buttons}/actions/0/action`, "OPEN_URI"],
    [`${buttons}/actions/0/identifier`, "BUY"],
    [`${buttons}/device_types`, ["android", "android", "iod"]],
    [ios, undefined],
    [android, undefined],
    [`${web}/platform_types`, ["chrome", "Chrome", "safarii"]],
    [`${web}/platorm_types`, ["safari"]],
    [`${web}/extras`, { time_to_live: 50_000_000 }],
    ["expiry", "2026-05-01T00:00:00Z"],
    ["expiry", "2020-05-01T00:00:00.000Z"],
    ["correlationid", "é".repeat(40)],
    ["notifyurl", "http://a.example"],
    ["destination/0/userid", ["maya", "", "maya", "ben", ""]],
    ["destination/0/name", "x"],
  ),
);

it("one fix solves its findings, makes no new error, and touches nothing else", () => {
  let [requests, fixes] = [0, 0];
  fc.assert(
    fc.property(fc.array(wrong, { minLength: 1, maxLength: 4 }), fc.boolean(), (changes, ios) => {
      requests += 1;
      // A whole block last: nothing can be written into one that is gone.
      const request = changed(
        ...changes.toSorted(([one], [other]) => other.split("/").length - one.split("/").length),
      );
      const sender = ios
        ? options.sender
        : { providers: ["fcm", "webpush"] as const, pushEnabled: true };
      const { findings, shared } = examineRequest(request, { sender: sender as never });
      for (const { fix, problems } of findings) {
        if (!fix || fix.edits.length === 0) continue;
        fixes += 1;
        const fixed = applyFix({ request, shared }, fix);
        const after = examineRequest(fixed.request, { sender: sender as never }, fixed.shared);
        // Positions in a list move up; what is left of the same kind there is another one.
        const left = after.findings.flatMap((one) => one.problems);
        const before = findings.flatMap((one) => one.problems);
        const count = (list: typeof left, rule: string) =>
          list.filter((one) => one.rule === rule).length;
        for (const { rule } of problems)
          expect(count(left, rule)).toBeLessThan(count(before, rule));
        const errors = after.findings
          .filter(({ severity }) => severity === "error")
          .map(({ rule }) => rule);
        // Credentials are checked last, and a value only with a valid action: their errors are not
        // new, they were only not reported before.
        const allowedRules = [
          "app.provider.missing",
          "action.value.url",
          ...before.map((one) => one.rule),
        ];
        for (const rule of errors) expect(allowedRules).toContain(rule);
        expectSameBut(
          request,
          fixed.request,
          fix.edits.map(({ pointer }) => pointer),
        );
      }
    }),
    { numRuns: 1_500 },
  );
  expect(fixes).toBeGreaterThan((requests * 2) / 3);
});

function expectSameBut(before: unknown, after: unknown, pointers: readonly string[]): void {
  const pointerTo = (path: ValuePath) => path.map((step) => `/${step}`).join("");
  // Of a list that lost something the rest moved up.
  const touched = pointers.flatMap((pointer) =>
    /\/\d+$/.test(pointer) ? [pointer, pointer.replace(/\/\d+$/, "")] : [pointer],
  );
  const changed = pathsOf(before)
    .map(pointerTo)
    .filter(
      (pointer) =>
        !touched.some(
          (one) =>
            one === pointer || pointer.startsWith(`${one}/`) || one.startsWith(`${pointer}/`),
        ),
    )
    .filter((pointer) => !isDeepStrictEqual(valueAt(after, pointer), valueAt(before, pointer)));
  expect(changed).toEqual([]);
}
