import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testComposerApp } from "@/lib/compose/testing";
import { checkTemplate } from "@/lib/template/check-template";
import { misfitOf, parameterTypes } from "@/lib/template/parameter-value";
import { templateParametersSchema } from "@/lib/template/parameters";
import { placeholdersInBlocks } from "@/lib/template/placeholder";
import { examineTemplate } from "./examine-template";
import {
  declaredOf,
  longestValue,
  newParameter,
  parametersIn,
  readTemplateDraft,
  renamedIn,
  writeTemplateDraft,
} from "./template-draft";
import { plainValue, widestValue, widestWebAddress } from "./worst-values";

const app = testComposerApp();
const blocks = {
  android: { title: "Hi ${name}", text: "${order} and $${name}" },
  ios: { text: "${name}" },
};
const form = (push: object) => ({
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  message: { template: "t" },
  channels: { push },
});

describe("the parameters of a draft", () => {
  it("come of its texts in their order, and those that no text has stay behind them", () => {
    const declared = [
      { ...newParameter("gone"), sample: "x" },
      { ...newParameter("order"), type: "number" as const },
    ];
    expect(
      parametersIn({ blocks, languages: [] }, declared).map(({ parameter, used }) => [
        parameter.name,
        parameter.type,
        used,
      ]),
    ).toEqual([
      ["name", "text", true],
      ["order", "number", true],
      ["gone", "text", false],
    ]);
  });

  it("are renamed in every text, and literals are left alone", () => {
    expect(renamedIn(blocks, "name", "first")).toEqual({
      android: { title: "Hi ${first}", text: "${order} and $${name}" },
      ios: { text: "${first}" },
    });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("$", "{", "}", "name", "x") }), (text) => {
        const renamed = renamedIn({ ios: { text } }, "name", "other");
        const before = placeholdersInBlocks({ ios: { text } }).map((one) =>
          one === "name" ? "other" : one,
        );
        expect(placeholdersInBlocks(renamed)).toEqual(before);
      }),
    );
  });

  it("outlive being written and read", () => {
    const parameter = fc.record({
      name: fc.constantFrom("a", "b"),
      type: fc.constantFrom(...parameterTypes),
      choices: fc.array(fc.string(), { maxLength: 3 }),
      format: fc.option(fc.constantFrom("d MMMM", "", "half 'typed"), { nil: undefined }),
      required: fc.boolean(),
      default: fc.option(fc.string(), { nil: undefined }),
      maxLength: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
      sample: fc.string(),
      description: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(parameter, { maxLength: 4 }), (parameters) => {
        const once = writeTemplateDraft({
          blocks,
          parameters,
          samples: [{ name: "Long", values: { a: "x" } }],
          languages: [
            { language: "pt-BR", texts: [{ at: "/ios/text", of: "${name}", text: "Oi ${name}" }] },
          ],
        });
        expect(writeTemplateDraft(readTemplateDraft(once))).toBe(once);
      }),
    );
    for (const text of ["{}", '{"blocks":[],"parameters":[7,{"name":7}],"samples":{}}'])
      expect(readTemplateDraft(text).blocks).toEqual({});
  });

  it("are looked at with values that they take, the longest ones too", () => {
    for (const type of parameterTypes)
      for (const maxLength of [undefined, 12, 40, 300]) {
        const parameter = { ...newParameter("a"), type, maxLength, choices: ["S", "Medium"] };
        const declared = declaredOf(parameter);
        for (const value of [
          longestValue(parameter),
          widestValue(parameter),
          widestWebAddress(parameter),
          plainValue(parameter),
        ])
          expect([
            type,
            maxLength,
            value,
            type === "url" && maxLength === 12 ? undefined : misfitOf(declared, value),
          ]).toEqual([type, maxLength, value, undefined]);
      }
  });
});

describe("a template in the making", () => {
  const options = { apps: [app], templateId: "t", languages: [], now: 0 };

  it("is drawn with its dates as the language has them, and asked for with the value as it was given", () => {
    const dated = { android: { title: "t", text: "Until ${day}" } };
    const languages = [
      { language: "de", texts: [{ at: "/android/text", of: "Until ${day}", text: "Bis ${day}" }] },
    ];
    const parameters = [{ ...newParameter("day"), type: "date" as const, format: "d MMMM" }];
    const drawn = (drawnIn: string) =>
      examineTemplate(form(dated), {
        ...options,
        languages,
        parameters,
        drawnIn,
        values: { day: "2026-01-31" },
      });
    expect(drawn("").drawn.android?.appearance.text).toBe("Until 31 January");
    expect(drawn("de").drawn.android?.appearance.text).toBe("Bis 31 Januar");
    expect(JSON.parse(drawn("de").whole)).toMatchObject({
      message: { parameters: { day: "2026-01-31" } },
    });
  });

  it("has as its longest date the day whose text is longest, with a valid time", () => {
    const parameter = { ...newParameter("day"), type: "date" as const, format: "EEEE, d MMMM" };
    expect(longestValue(parameter)).toMatch(/^2026-09-23T23:59:59\.9{9}\+00:00$/);
    expect(longestValue({ ...parameter, format: "half 'typed" })).toMatch(/^2026-/);
  });

  it("is examined as a request that names it, filled in with the values", () => {
    const parameters = parametersIn({ blocks, languages: [] }, []).map(
      ({ parameter }) => parameter,
    );
    const examined = examineTemplate(form(blocks), {
      ...options,
      parameters,
      drawnIn: "",
      values: { name: "Ann", order: "7" },
    });
    expect(examined.problems).toEqual([]);
    expect(examined.drawn.android?.appearance).toMatchObject({
      title: "Hi Ann",
      text: "7 and ${name}",
    });
    expect(JSON.parse(examined.whole)).toMatchObject({
      message: { template: "t", parameters: { name: "Ann", order: "7" } },
    });
    expect(
      checkTemplate(
        blocks,
        templateParametersSchema.parse(
          parameters.map(({ name, required }) => ({ name, required })),
        ),
      ),
    ).toEqual([]);
  });
});
