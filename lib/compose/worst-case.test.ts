import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utf8Bytes } from "@/lib/interface/bytes";
import { deviceKinds, providerKinds, providerOf } from "@/lib/interface/device-kinds";
import { pushRequestSchema, type PushBlocksInput } from "@/lib/interface/request";
import { build } from "@/lib/payload/build";
import { longestDate } from "@/lib/template/date-format";
import type { TemplateLanguage } from "@/lib/template/languages";
import { misfitOf } from "@/lib/template/parameter-value";
import { parameterTypes } from "@/lib/template/parameters";
import { resolve } from "@/lib/template/resolve";
import { examineTemplate } from "./examine-template";
import { sizeRows } from "./sizes";
import { declaredOf, newParameter, type DraftParameter } from "./template-draft";
import { templateForm } from "./template-form";
import { toSomebody } from "./unfinished";
import { longestRows, worstCases, worstText, worstTexts } from "./worst-case";
import { widestValue } from "./worst-values";

const options = { appid: "shop", templateId: "t", app: { name: "Shop" }, providers: providerKinds };
const parameter = (name: string, rest: Partial<DraftParameter> = {}): DraftParameter => ({
  ...newParameter(name),
  ...rest,
});
const of = (blocks: PushBlocksInput, ...parameters: DraftParameter[]) =>
  worstCases({ blocks, parameters, languages: [] }, options);

/**
 * Bytes of the largest payload of each provider that is made with these values; empty where the
 * request would be refused.
 */
function sent(
  blocks: PushBlocksInput,
  parameters: readonly DraftParameter[],
  values: Record<string, string>,
): Map<string, number> {
  const version = {
    templateId: "t",
    version: 1,
    blocks,
    parameters: parameters.map(declaredOf),
    languages: [],
  };
  const request = pushRequestSchema.parse({
    ...toSomebody,
    message: { template: "t", parameters: values },
  });
  const resolved = resolve(request, version);
  const bytes = new Map<string, number>();
  if (!resolved.ok) return bytes;
  const context = {
    transid: "00000000-0000-7000-8000-000000000000",
    acceptedAt: 0,
    now: 0,
    app: options.app,
  };
  for (const kind of deviceKinds) {
    const built = build(resolved.effective, kind, context);
    if (built) bytes.set(providerOf(kind), Math.max(built.bytes, bytes.get(providerOf(kind)) ?? 0));
  }
  return bytes;
}

describe("the widest value of a parameter", () => {
  const escaped = fc.constantFrom(
    '"',
    "\\",
    "\u0001",
    "\u001f",
    "\n",
    "\u007f",
    "é",
    "😀",
    "a",
    "7",
    "\ud7ff",
  );
  const values = {
    text: fc.string({ unit: escaped, maxLength: 40 }),
    number: fc.string({ unit: fc.constantFrom("1", ".", "-"), maxLength: 40 }),
    url: fc
      .tuple(fc.constantFrom("a:", "https://a/?"), fc.string({ unit: escaped, maxLength: 40 }))
      .map((parts) => parts.join("")),
    date: fc
      .tuple(
        fc.constantFrom(
          "2026-02-07",
          "2026-02-07T14:52",
          "2026-02-07T14:52:10",
          "2026-02-07T14:52:10.1234",
        ),
        fc.constantFrom("", "Z", "+05:30"),
      )
      .map((parts) => parts.join("")),
    choice: fc.constantFrom('""""', "medium"),
  };
  const inJson = (value: string) => Buffer.byteLength(JSON.stringify(value));

  it.each(parameterTypes)("of type %s takes as many bytes of JSON as any that is taken", (type) => {
    fc.assert(
      fc.property(values[type], fc.integer({ min: 12, max: 60 }), (value, maxLength) => {
        const parameter = { ...newParameter("a"), type, maxLength, choices: ['""""', "medium"] };
        fc.pre(misfitOf(declaredOf(parameter), value) === undefined);
        expect(inJson(value)).toBeLessThanOrEqual(inJson(widestValue(parameter)));
      }),
    );
  });
});

describe("the worst case of a template", () => {
  const blocks = {
    android: { title: "Hi ${name}", text: "${order} and $${name}" },
    ios: { text: "${name}" },
  };

  it("says which parameter can make it too large, and nothing once each has a length that fits", () => {
    const [worst] = of(blocks, parameter("name"), parameter("order", { maxLength: 20 }));
    expect(worst?.by).toMatchObject({ name: "name", unlimited: true });
    expect(worst?.row.bytes).toBeGreaterThan(worst?.row.limit ?? 0);
    expect(
      of(blocks, parameter("name", { maxLength: 100 }), parameter("order", { maxLength: 20 })),
    ).toEqual([]);
  });

  it("is measured where a picture is named, too", () => {
    const [worst] = of(
      { android: { text: "Hi", richmedia: "${seen}" } } as PushBlocksInput,
      parameter("seen", { type: "url", maxLength: 2_000 }),
    );
    expect(worst?.by).toMatchObject({ name: "seen", unlimited: false });
  });

  it("names the parameter that makes the text of that language so long", () => {
    const texts = [{ at: "/android/text", of: "", text: "${product} custa ${preco}" }];
    const parameters = [
      parameter("product", { maxLength: 80 }),
      parameter("price", { maxLength: 20 }),
      parameter("preco"),
    ];
    const worst = worstCases(
      {
        blocks: { android: { text: "${product} is ${price}" } },
        parameters,
        languages: [{ language: "pt-BR", texts }],
      },
      options,
    );
    expect(worst.map(({ row, language, by }) => [row.what, language, by?.name])).toEqual([
      ["request", "", "preco"],
      ["hms", "pt-BR", "preco"],
    ]);
    expect(worst.map(worstText).join(" ")).toContain(
      "in Brazilian Portuguese. ${preco} has no maximum length.",
    );
  });

  it.each(["text", "number", "url", "date"] as const)(
    "is what the Bytes panel shows with the longest values of a %s",
    (type) => {
      const app = undefined;
      const own = { appid: "shop", templateId: "t", app };
      const parameters = [parameter("name", { type })];
      const making = {
        blocks: { android: { title: "${name}", text: "${name}" } } as PushBlocksInput,
        parameters,
        languages: [],
      };
      const view = examineTemplate(templateForm(own, making.blocks), {
        ...making,
        apps: [],
        templateId: "t",
        drawnIn: "",
        values: {},
        longest: true,
        now: 0,
      });
      const rows = sizeRows(view);
      expect(rows).toEqual(longestRows(making, own));
      // What has no maximum is too large; the longest number and the longest date of all fit.
      const tooLarge = rows
        .filter(({ bytes, limit }) => bytes > limit)
        .map(({ bytes }) => bytes.toLocaleString("en"));
      expect(tooLarge.length > 0).toBe(type === "text" || type === "url");
      for (const bytes of tooLarge) expect(worstTexts(making, own).join(" ")).toContain(bytes);
    },
  );

  it("has the day that a date is shown longest by its format, in each language", () => {
    const day = parameter("day", { type: "date", format: "EEEE, d MMMM" });
    const making = {
      blocks: { android: { title: "t", text: "${day}" } } as PushBlocksInput,
      parameters: [day],
      languages: [],
    };
    const bytesOf = (languages: TemplateLanguage[]) =>
      longestRows(
        { ...making, languages },
        { appid: "shop", templateId: "t", app: undefined },
      ).find(({ what }) => what === "fcm")?.bytes ?? 0;
    const days = Array.from({ length: 365 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    );
    expect(bytesOf([])).toBe(
      Math.max(...days.map((value) => sent(making.blocks, [day], { day: value }).get("fcm") ?? 0)),
    );
    const texts = [{ at: "/android/text", of: "${day}", text: "${day}" }];
    const longer =
      utf8Bytes(longestDate("EEEE, d MMMM", ["ru"])) - utf8Bytes(longestDate("EEEE, d MMMM", [""]));
    expect(bytesOf([{ language: "ru", texts }]) - bytesOf([])).toBe(longer);
  });

  it("is that of each language where one is drawn, and of the largest in the Bytes panel", () => {
    const own = { appid: "shop", templateId: "t", app: undefined };
    const parameters = [parameter("name", { maxLength: 300 })];
    const blocks: PushBlocksInput = { android: { text: "Hi ${name}, and ${name}" } };
    const inGerman = "Hallo ${name}";
    const languages = [
      {
        language: "de",
        texts: [{ at: "/android/text", of: "Hi ${name}, and ${name}", text: inGerman }],
      },
    ];
    const seen = (drawnIn: string) =>
      examineTemplate(templateForm(own, blocks), {
        apps: [],
        templateId: "t",
        parameters,
        languages,
        drawnIn,
        values: { name: "Maya" },
        longest: true,
        now: 0,
      });
    const making = (text: string) => ({ blocks: { android: { text } }, parameters, languages: [] });
    const german = seen("de");
    expect(german.longestDrawn).toEqual(longestRows(making(inGerman), own));
    expect(sizeRows(german)).toEqual(longestRows(making("Hi ${name}, and ${name}"), own));
    expect(seen("").longestDrawn).toBeUndefined();
  });

  it("looks at the app's own providers alone", () => {
    const worst = worstCases(
      { blocks, parameters: [parameter("name")], languages: [] },
      { ...options, providers: ["apns"] },
    );
    expect(worst.map(({ row }) => row.what)).toEqual(["request", "apns"]);
  });

  it.each<[string, PushBlocksInput, DraftParameter[], Record<string, string>]>([
    [
      "a time to live",
      {
        android: { text: `${"x".repeat(3_000)}\${t}`, extras: { time_to_live: "${n}" } },
        ios: { text: "Hi", extras: { badge: "${n}" } },
      },
      [parameter("t", { maxLength: 500 }), parameter("n", { type: "number", maxLength: 9 })],
      { t: '"'.repeat(500), n: "60" },
    ],
    [
      "a badge that is declared as a text",
      { ios: { text: `${"x".repeat(3_000)}\${t}`, extras: { badge: "${n}" } } },
      [parameter("t", { maxLength: 520 }), parameter("n", { maxLength: 9 })],
      { t: '"'.repeat(520), n: "7" },
    ],
    [
      "a category",
      {
        android: { text: `${"x".repeat(3_000)}\${t}` },
        interactive: {
          category: "${c}",
          device_types: ["android"],
          actions: [{ pos: 1, action: "DISMISS" }],
        },
      },
      [parameter("t", { maxLength: 600 }), parameter("c", { sample: "SINGLE_DISMISS" })],
      { t: '"'.repeat(600), c: "SINGLE_DISMISS" },
    ],
    [
      "an address that a device gets twice",
      {
        android: {
          text: "x".repeat(1_000),
          extras: { notificationaction: { action: "OPEN_URL", value: "${u}" } },
        },
      },
      [parameter("u", { type: "url", maxLength: 800 })],
      { u: `https://a.a/${'"'.repeat(788)}` },
    ],
    [
      "an address that is declared as a text",
      {
        android: {
          text: "x".repeat(1_000),
          extras: { notificationaction: { action: "OPEN_URL", value: "${u}" } },
        },
      },
      [parameter("u", { maxLength: 800 })],
      { u: `https://a.a/${'"'.repeat(788)}` },
    ],
  ])("is seen where a value is %s", (_what, written, parameters, values) => {
    const real = sent(written, parameters, values);
    expect(real.size).toBeGreaterThan(0);
    const worst = new Map(
      of(written, ...parameters).map(({ row }) => [row.what as string, row.bytes]),
    );
    const over = [...real].filter(([, bytes]) => bytes > 4_096);
    expect(over.length).toBeGreaterThan(0);
    for (const [provider, bytes] of over)
      expect([provider, (worst.get(provider) ?? 0) >= bytes]).toEqual([provider, true]);
  });

  it("is counted and not written out where it is beyond any bound, and what else there is is still measured", () => {
    const bomb = {
      android: { text: "${a}".repeat(1_000) },
      ios: { text: `${"x".repeat(4_000)}\${b}` },
    };
    const worst = of(
      bomb,
      parameter("a", { default: "", required: false }),
      parameter("b", { maxLength: 100 }),
    );
    expect(worst.map(({ row, by }) => [row.what, by?.name])).toEqual([
      ["request", "a"],
      ["fcm", "a"],
      ["hms", "a"],
      ["apns", "b"],
    ]);
    expect(worst[1]?.row.bytes).toBe(7_800_013);
  });

  it("has an end for a number without a maximum length", () => {
    expect(of({ android: { text: "${n} ${n}" } }, parameter("n", { type: "number" }))).toEqual([]);
  });

  it("is exceeded by nothing that is taken", () => {
    const letters = fc.string({
      unit: fc.constantFrom('"', "a", "é", "\u0001", "https://a/"),
      maxLength: 300,
    });
    const long = "x".repeat(3_800);
    const everywhere: PushBlocksInput = {
      android: {
        title: "${a}",
        text: `${long}\${a}`,
        extras: { time_to_live: "${n}", notificationaction: { action: "OPEN_URL", value: "${u}" } },
      },
      ios: { text: `${long}\${a}\${a}`, extras: { badge: "${n}", customtags: { x: "${a}" } } },
      web: { platform_types: ["chrome"], title: "${a}", text: `${long}\${u}`, url: "${u}" },
    };
    const parameters = [
      parameter("a", { maxLength: 300 }),
      parameter("n", { type: "number", maxLength: 7 }),
      parameter("u", { type: "url", maxLength: 300 }),
    ];
    const worst = new Map(
      of(everywhere, ...parameters).map(({ row }) => [row.what as string, row.bytes]),
    );
    fc.assert(
      fc.property(letters, fc.integer({ min: 0, max: 2_000_000 }), letters, (a, n, rest) => {
        const values = { a, n: String(n), u: `https://a.a/${rest}` };
        fc.pre(
          parameters.every(
            (one) => misfitOf(declaredOf(one), values[one.name as "a"]) === undefined,
          ),
        );
        for (const [provider, bytes] of sent(everywhere, parameters, values))
          expect(bytes).toBeLessThanOrEqual(worst.get(provider) ?? 0);
      }),
    );
  });
});
