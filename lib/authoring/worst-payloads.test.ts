import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toSomebody } from "@/lib/compose/unfinished";
import { deviceKinds, providerKinds, providerOf } from "@/lib/interface/device-kinds";
import { pushRequestSchema, type PushBlocksInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { build } from "@/lib/payload/build";
import { longestDate } from "@/lib/template/date-format";
import type { TemplateLanguage } from "@/lib/template/languages";
import { misfitOf } from "@/lib/template/parameter-value";
import type { TemplateParameter } from "@/lib/template/parameters";
import { resolve } from "@/lib/template/resolve";
import { declaredOf, newParameter } from "./template-draft";
import { longestRows, worstCases } from "./worst-case";

const options = { appid: "shop", templateId: "t", app: { name: "Shop" }, providers: providerKinds };
const parameter = (name: string, rest: Partial<TemplateParameter> = {}): TemplateParameter => ({
  ...newParameter(name),
  ...rest,
});
const of = (blocks: PushBlocksInput, ...parameters: TemplateParameter[]) =>
  worstCases({ blocks, parameters, languages: [] }, options);

/**
 * Returns the bytes of the largest payload of each provider with these values; empty where the
 * request would be rejected.
 */
function sent(
  blocks: PushBlocksInput,
  parameters: readonly TemplateParameter[],
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

describe("the worst case of a template", () => {
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

  it.each<[string, PushBlocksInput, TemplateParameter[], Record<string, string>]>([
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
  ])("is seen where a value is %s", (_what, blocks, parameters, values) => {
    const real = sent(blocks, parameters, values);
    expect(real.size).toBeGreaterThan(0);
    const worst = new Map(
      of(blocks, ...parameters).map(({ row }) => [row.what as string, row.bytes]),
    );
    const over = [...real].filter(([, bytes]) => bytes > 4_096);
    expect(over.length).toBeGreaterThan(0);
    for (const [provider, bytes] of over)
      expect([provider, (worst.get(provider) ?? 0) >= bytes]).toEqual([provider, true]);
  });

  it("is exceeded by no accepted value", () => {
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
