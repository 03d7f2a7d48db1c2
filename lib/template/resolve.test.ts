import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkTemplate } from "./check-template";
import { templateParameterSchema } from "./parameters";
import { merge, parseTemplateRef, resolve, type TemplateVersion } from "./resolve";
import { parsedRequest } from "./testing";

const parameter = (name: string, rest: object = {}) =>
  templateParameterSchema.parse({ name, ...rest });

describe("parseTemplateRef", () => {
  it.each([
    ["order_shipped", { templateId: "order_shipped" }],
    ["order_shipped@3", { templateId: "order_shipped", version: 3 }],
    ["a@b@12", { templateId: "a@b", version: 12 }],
    ["a@b", { templateId: "a@b" }],
    ["@3", { templateId: "@3" }],
    ["a@1234567890", { templateId: "a@1234567890" }],
  ])("reads %s as %j", (text, expected) => {
    expect(parseTemplateRef(text)).toEqual(expected);
  });
});

const version: TemplateVersion = {
  templateId: "shipped",
  version: 3,
  languages: [],
  blocks: {
    android: {
      text: "Hi ${name}",
      title: "Shipped to ${city}",
      extras: { time_to_live: "60", customtags: { order: "${order}", fixed: "$${x}" } },
    },
    ios: { text: "Hi ${name}", extras: { badge: "${count}" } },
    interactive: {
      category: "SINGLE_OPEN",
      device_types: ["android"],
      actions: [{ pos: "1", action: "OPEN_URL", value: "https://example.com/${order}" }],
    },
  },
  parameters: [
    parameter("name", { required: true, sample: "Ann" }),
    parameter("city", { default: "Pune" }),
    parameter("order", { sample: "7" }),
    parameter("count", { default: "1" }),
  ],
};

describe("resolve", () => {
  it("fills the template's blocks, overridden member by member", () => {
    const result = resolve(
      parsedRequest({
        message: { template: "shipped", parameters: { name: "${order}", order: "9" } },
        channels: {
          push: {
            android: { title: "Own ${city}", extras: { customtags: { more: [1] } } },
            web: { text: "w", platform_types: ["chrome"] },
          },
        },
      }),
      version,
    );
    expect(result.ok && result.effective.channels.push).toEqual({
      android: {
        text: "Hi ${order}",
        title: "Own Pune",
        extras: { time_to_live: 60, customtags: { order: "9", fixed: "${x}", more: [1] } },
      },
      ios: { text: "Hi ${order}", extras: { badge: 1 } },
      interactive: {
        category: "SINGLE_OPEN",
        device_types: ["android"],
        actions: [
          { pos: 1, action: "OPEN_URL", value: "https://example.com/9", identifier: "OPEN" },
        ],
      },
      web: { text: "w", platform_types: ["chrome"] },
    });
    expect(result.warnings.map(({ rule }) => rule)).toContain("web.title.missing");
  });

  it("refuses unknown templates, parameters and placeholders, and values that break a rule", () => {
    const problemTexts = (members: object, of: TemplateVersion | undefined = version) => {
      const result = resolve(parsedRequest(members), of);
      return result.ok ? [] : result.problems.map(({ code, pointer }) => `${code} ${pointer}`);
    };
    const message = (parameters: object) => ({ message: { template: "shipped", parameters } });
    expect(resolve(parsedRequest({ message: { template: "x" } }), undefined)).toMatchObject({
      ok: false,
      problems: [{ code: "7108", pointer: "/message/template" }],
    });
    expect(problemTexts(message({}))).toEqual(["7121 /message/parameters/name"]);
    expect(problemTexts(message({ name: "a", nmae: "b" }))).toEqual([
      "7121 /message/parameters/nmae",
    ]);
    expect(
      problemTexts({ ...message({ name: "a" }), channels: { push: { ios: { title: "${who}" } } } }),
    ).toEqual(["7121 /message/template"]);
    expect(problemTexts(message({ name: "a", count: "many" }))).toEqual([
      "7004 /channels/push/ios/extras/badge",
    ]);
    expect(
      problemTexts(message({ name: "a" }), {
        ...version,
        blocks: { ios: { text: "${city}" } },
        parameters: [parameter("name"), parameter("city")],
      }),
    ).toEqual(["7003 /channels/push/ios/text"]);
  });

  it("shows a date by its format in the language that is sent", () => {
    const dated: TemplateVersion = {
      ...version,
      blocks: {
        android: {
          title: "t",
          text: "From ${from} until ${until}",
          extras: { customtags: { plain: "${plain}" } },
        },
      },
      languages: [
        {
          language: "de",
          texts: [{ at: "/android/text", of: "", text: "Von ${from} bis ${until}" }],
        },
      ],
      parameters: [
        parameter("from", { type: "date", required: true, format: "d MMMM" }),
        parameter("until", { type: "date", default: "2026-02-07", format: "EEEE, dd.MM.yyyy" }),
        parameter("plain", { type: "date", default: "2026-02-07" }),
      ],
    };
    const request = parsedRequest({
      message: { template: "shipped", parameters: { from: "2026-01-31T23:30:00-05:00" } },
    });
    const androidBlock = (language: string) => {
      const result = resolve(request, dated, language);
      return result.ok ? result.effective.channels.push?.android : result.problems;
    };
    const extras = { customtags: { plain: "2026-02-07" } };
    expect(androidBlock("")).toMatchObject({
      text: "From 31 January until Saturday, 07.02.2026",
      extras,
    });
    expect(androidBlock("de")).toMatchObject({
      text: "Von 31 Januar bis Samstag, 07.02.2026",
      extras,
    });
    expect(request.message?.parameters).toEqual({ from: "2026-01-31T23:30:00-05:00" });
    expect(
      resolve(
        parsedRequest({ message: { template: "shipped", parameters: { from: "31.01.2026" } } }),
        dated,
      ),
    ).toMatchObject({
      ok: false,
      problems: [{ code: "7004", pointer: "/message/parameters/from" }],
    });
  });

  it("passes a request without a template straight through, `${` and all", () => {
    const plain = parsedRequest({
      channels: { push: { android: { text: "costs ${x} $${y}", extras: { sound: "s" } } } },
    });
    expect(resolve(plain, undefined)).toEqual({ ok: true, effective: plain, warnings: [] });
  });
});

describe("checkTemplate", () => {
  it("judges the samples in their places, and misses nothing that a request may bring", () => {
    expect(checkTemplate(version.blocks, version.parameters)).toEqual([]);
    expect(checkTemplate({ android: { title: "${nobody}" } }, [])).toMatchObject([
      { rule: "template.placeholder.unknown" },
    ]);
    expect(
      checkTemplate({ ios: { extras: { badge: "${n}" } } }, [parameter("n", { sample: "x" })]),
    ).toMatchObject([{ pointer: "/channels/push/ios/extras/badge" }]);
  });
});

const json = fc.jsonValue({ maxDepth: 4 });

describe("merge", () => {
  it("merges objects, replaces arrays and scalars", () => {
    expect(
      merge(
        { a: { b: 1, c: [1, 2] }, d: "x", e: { f: 1 } },
        { a: { c: [3] }, d: { g: 1 }, e: null },
      ),
    ).toEqual({
      a: { b: 1, c: [3] },
      d: { g: 1 },
      e: null,
    });
  });

  it("keeps its laws: nothing changes nothing, itself changes nothing, three merge either way round", () => {
    const object = fc.dictionary(
      fc.constantFrom("a", "b", "c"),
      fc.oneof(
        fc.integer(),
        fc.constant("x"),
        fc.array(fc.integer()),
        fc.dictionary(fc.constantFrom("a", "b"), fc.integer()),
      ),
    );
    fc.assert(
      fc.property(json, (value) => {
        expect(merge(value, undefined)).toEqual(value);
        expect(merge(value, value)).toEqual(value);
      }),
    );
    fc.assert(
      fc.property(object, object, (template, request) => {
        const before = JSON.stringify([template, request]);
        const merged = merge(template, request) as Record<string, unknown>;
        expect(JSON.stringify([template, request])).toBe(before);
        expect(Object.keys(merged).sort()).toEqual(
          [...new Set([...Object.keys(template), ...Object.keys(request)])].sort(),
        );
        expect(merge(merged, request)).toEqual(merged);
      }),
    );
  });

  it("does not let __proto__ be more than a name", () => {
    const merged = merge({ a: 1 }, JSON.parse('{"__proto__":{"polluted":1}}'));
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(Object.keys(merged as object)).toEqual(["a", "__proto__"]);
  });
});
