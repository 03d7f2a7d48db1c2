import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pushRequestSchema, type PushBlocksInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { mostPlaceholders } from "./ceiling";
import { checkTemplate } from "./check-template";
import { templateParametersSchema, type TemplateParameter } from "./parameters";
import {
  fill,
  FilledTooLargeError,
  mostFilledBytes,
  renamePlaceholder,
  substitute,
} from "./placeholder";
import { resolve } from "./resolve";

const times = (count: number) => `hi ${"${a}".repeat(count)}`;
const parametersOf = (...parameters: object[]): TemplateParameter[] =>
  templateParametersSchema.parse(parameters);
const loose = parametersOf({ name: "a", default: "" });

function filledBytes(text: string, values: ReadonlyMap<string, string>): number | "too large" {
  try {
    return utf8Bytes(substitute(text, values));
  } catch (error) {
    if (error instanceof FilledTooLargeError) return "too large";
    throw error;
  }
}

describe("a text that is filled in", () => {
  it("takes the promised maximum for all texts together, and is not filled beyond it", () => {
    const values = new Map([["a", "x".repeat(4_096)]]);
    expect(utf8Bytes(substitute("${a}".repeat(16), values))).toBe(mostFilledBytes);
    expect(() => substitute(`${"${a}".repeat(16)}.`, values)).toThrow(FilledTooLargeError);
    expect(() => fill({ one: "${a}".repeat(9), other: ["${a}".repeat(8)] }, values)).toThrow(
      FilledTooLargeError,
    );
    expect(() => substitute(times(60_000), values)).toThrow(FilledTooLargeError);
  });

  it("is measured by what comes out: placeholders that become nothing take nothing", () => {
    expect(substitute(times(60_000), new Map([["a", ""]]))).toBe("hi ");
    expect(substitute(`${"$${".repeat(20_000)}`, new Map())).toBe("${".repeat(20_000));
  });

  it("is measured exactly, in bytes of UTF-8", () => {
    const parts = fc.array(fc.constantFrom("${a}", "${b}", "$${", "${c}", "é", "x"), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 3_000 }), (text, length) => {
        const values = new Map([
          ["a", "é".repeat(length)],
          ["b", "b"],
        ]);
        const bytes = text.reduce(
          (sum, part) =>
            sum + utf8Bytes(part === "$${" ? "${" : (values.get(part.slice(2, -1)) ?? part)),
          0,
        );
        const grows = bytes > mostFilledBytes && text.some((part) => part.includes("${"));
        expect(filledBytes(text.join(""), values)).toBe(grows ? "too large" : bytes);
      }),
    );
  });

  it("may have any number of placeholders renamed", () => {
    expect(renamePlaceholder("${a} $${a} ${ab} ${a}", "a", "b")).toBe("${b} $${a} ${ab} ${b}");
    expect(renamePlaceholder(times(60_000), "a", "n".repeat(64))).toHaveLength(3 + 60_000 * 67);
  });
});

describe("a template that grows without bound", () => {
  const messages = (blocks: PushBlocksInput, parameters = loose) =>
    checkTemplate(blocks, parameters).map(({ message }) => message);

  it("is refused for its longest values, however short its default and its sample are", () => {
    expect(messages({ android: { text: times(16) } })).toEqual([
      "With the longest values its blocks take 65,550 bytes, and a template takes at most 65,536. Set a maximum length for ${a}, or use it less often.",
    ]);
    expect(
      messages({ android: { text: times(16) } }, parametersOf({ name: "a", maxLength: 4_000 })),
    ).toEqual([]);
    expect(
      messages(
        { android: { text: times(mostPlaceholders) } },
        parametersOf({ name: "a", type: "number" }),
      ),
    ).toEqual([]);
  });

  it("is refused for the longest that a date is shown as", () => {
    const declared = (format: string) => parametersOf({ name: "a", type: "date", format });
    expect(messages({ android: { text: times(400) } }, declared("d"))).toEqual([]);
    expect(messages({ android: { text: times(400) } }, declared(`${"年".repeat(63)}d`))).toEqual([
      "With the longest values its blocks take 76,414 bytes, and a template takes at most 65,536. Set a maximum length for ${a}, or use it less often.",
    ]);
  });

  it("is refused for its placeholders alone, declared or not", () => {
    const many = times(mostPlaceholders + 1);
    const expected = ["It has 1,001 placeholders, and a template takes at most 1,000."];
    expect(
      messages({ android: { text: many } }, parametersOf({ name: "a", maxLength: 1 })),
    ).toEqual(expected);
    expect(messages({ android: { text: many } }, [])).toEqual(expected);
  });

  it("is refused for its members and their names, which no provider carries either", () => {
    const tags = (count: number, name: (n: number) => string) => ({
      android: {
        text: "${a}",
        extras: {
          customtags: Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), 1])),
        },
      },
    });
    const limited = parametersOf({ name: "a", maxLength: 60 });
    expect(messages(tags(1_996, String), limited)).toEqual([]);
    expect(messages(tags(25_000, String), limited)).toEqual([
      "Its blocks have 25,004 members, and a template takes at most 2,000. Take some out.",
    ]);
    expect(
      messages(
        tags(400, (n) => `${n}${"n".repeat(500)}`),
        limited,
      )[0],
    ).toMatch(/^With the longest values its blocks take 20\d,\d{3} bytes/);
  });

  it("is refused for what its languages share, each of which is looked at with it", () => {
    const blocks = { android: { text: "a", extras: { customtags: { note: "n".repeat(30_000) } } } };
    const languages = Array.from({ length: 40 }, (_, n) => ({
      language: `x${n}`,
      texts: [{ at: "/android/text", of: "", text: "b" }],
    }));
    expect(checkTemplate(blocks, [], languages.slice(0, 30))).toEqual([]);
    expect(checkTemplate(blocks, [], languages)[0]?.message).toMatch(
      /^With its languages its blocks take more than 1,048,576 bytes/,
    );
  });

  it("is refused for one language alone", () => {
    const languages = [
      {
        language: "de",
        texts: [{ at: "/android/text", of: "", text: times(1_001).slice(0, 4_096) }],
      },
    ];
    expect(checkTemplate({ android: { text: "${a}" } }, loose, languages)[0]?.message).toContain(
      "placeholders in de",
    );
  });

  it("is one that many parameters share: a request brings 4,096 bytes in all", () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}`);
    const text = names.map((name) => `\${${name}}`).join(" ");
    const blocks = {
      android: { text, title: text },
      ios: { text, title: text },
      web: { text, title: text, platform_types: ["chrome"] },
    };
    expect(
      messages(blocks as PushBlocksInput, parametersOf(...names.map((name) => ({ name })))),
    ).toEqual([]);
  });

  it("refuses the requests that make it so where it was published before, and takes all others", () => {
    const version = {
      templateId: "t",
      version: 1,
      blocks: { android: { text: times(60_000) } },
      parameters: loose,
      languages: [],
    };
    const sent = (a: string, channels?: object) =>
      resolve(
        pushRequestSchema.parse({
          deliverychannel: "push",
          appid: "shop",
          destination: [{ userid: ["u"] }],
          message: { template: "t", parameters: { a } },
          ...(channels && { channels }),
        }),
        version,
      );
    const large = sent("x".repeat(3_600));
    expect(large).toMatchObject({
      ok: false,
      problems: [{ code: "7026", rule: "template.payload.size", pointer: "/message/template" }],
    });
    expect(!large.ok && large.problems[0]?.message).toMatch(
      /more than 65536 bytes .* parameter 'a', with 216000000 bytes$/,
    );
    expect(sent("")).toMatchObject({ ok: true });
    // Placeholders of the request's own are filled in alike.
    const own = { push: { android: { text: "${a}".repeat(60) }, ios: { text: "Hi" } } };
    expect(sent("x".repeat(3_000), own)).toMatchObject({ ok: false, problems: [{ code: "7026" }] });
  });
});
