import { describe, expect, it } from "vitest";
import { sizeRows } from "@/lib/compose/sizes";
import { providerKinds } from "@/lib/interface/device-kinds";
import type { PushBlocksInput } from "@/lib/interface/request";
import type { TemplateParameter } from "@/lib/template/parameters";
import { examineTemplate } from "./examine-template";
import { newParameter } from "./template-draft";
import { templateForm } from "./template-form";
import { longestRows, worstCases, worstText, worstTexts } from "./worst-case";

const options = { appid: "shop", templateId: "t", app: { name: "Shop" }, providers: providerKinds };
const parameter = (name: string, rest: Partial<TemplateParameter> = {}): TemplateParameter => ({
  ...newParameter(name),
  ...rest,
});
const of = (blocks: PushBlocksInput, ...parameters: TemplateParameter[]) =>
  worstCases({ blocks, parameters, languages: [] }, options);

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

  it("is counted and not written out where it is beyond any bound", () => {
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
});
