import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durationText } from "@/components/form/duration-text";
import { readRequest, sharedOf } from "@/lib/compose/adopt";
import { choices, oddities, withCategory } from "@/lib/compose/buttons";
import { faultOfRow, kindOfRow, rowsOf, tagsOf } from "@/lib/compose/tags";
import { categories, identifiersOf } from "@/lib/interface/categories";
import { parseJson, writeJson } from "@/lib/interface/exact-json";
import { parseRequest } from "@/lib/interface/parse";
import type { PushRequestInput } from "@/lib/interface/request";
import { isoOfLocal, localInput } from "./durations";

describe("durations", () => {
  it.each([
    [0, "now or never"],
    [1, "1 second"],
    [90, "1 minute 30 seconds"],
    [5_400, "1 hour 30 minutes"],
    [864_000, "10 days"],
    [2_419_200, "4 weeks"],
  ])("says %i seconds as %s", (seconds, text) => expect(durationText(seconds)).toBe(text));

  it("takes a local moment there and back", () => {
    expect(isoOfLocal("")).toBe("");
    expect(localInput("")).toBe("");
    expect(localInput("nonsense")).toBe("");
    expect(localInput(isoOfLocal("2027-03-01T09:30"))).toBe("2027-03-01T09:30");
    expect(isoOfLocal("2027-03-01T09:30")).toMatch(/^2027-0[23]-.*\.000Z$/);
  });
});

describe("custom tags", () => {
  it("are text, or JSON where it is an object or array", () => {
    expect(
      tagsOf([
        { key: "a", value: "1" },
        { key: "b", value: '{"x":[1]}' },
        { key: "c", value: "[1" },
        { key: "", value: "lost" },
      ]),
    ).toEqual({
      a: "1",
      b: { x: [1] },
      c: "[1",
    });
    expect(tagsOf([])).toBeUndefined();
    expect(["x", "[]", " {}", "{", "true"].map((value) => kindOfRow({ value }))).toEqual([
      "text",
      "array",
      "object",
      "unfinished",
      "text",
    ]);
  });

  it("say where JSON is broken", () => {
    expect(["x", "[]", '{"a":1}', "true"].map((value) => faultOfRow({ value }))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(faultOfRow({ value: "{“a”:1}" })).toMatch(
      /^Not JSON, sent as text\. Line 1, column 2: expected .*Use straight double quotes\.$/,
    );
    expect(faultOfRow({ value: '["a",]' })).toMatch(/Line 1, column 6: expected /);
    expect(faultOfRow({ value: '{"a":\u00A01}' })).toContain("no-break space (U+00A0)");
  });

  it("stay what they are when another one is changed, numbers with their digits", () => {
    const text =
      '{"extras":{"customtags":{"big":12345678901234567890,"price":1.10,"n":5,"yes":true,"none":null,"deep":{"x":[1.0]},"s":"1.10"}}}';
    const { extras } = parseJson(text) as { extras: { customtags: Record<string, never> } };
    const rows = rowsOf(extras.customtags);
    expect(rows.map(({ value }) => value)).toEqual([
      "12345678901234567890",
      "1.10",
      "5",
      "true",
      "null",
      '{"x":[1.0]}',
      "1.10",
    ]);
    expect(rows.map(kindOfRow)).toEqual([
      "number",
      "number",
      "number",
      "boolean",
      "null",
      "object",
      "text",
    ]);
    expect(
      writeJson({ extras: { customtags: tagsOf(rows.with(6, { key: "s", value: "2" })) ?? {} } }),
    ).toBe(text.replace('"1.10"', '"2"'));
    expect(tagsOf([{ key: "typed", value: "1.10" }])).toEqual({ typed: "1.10" });
    expect(writeJson(tagsOf([{ key: "typed", value: '[1.10,{"a":1E5}]' }]) ?? {})).toBe(
      '{"typed":[1.10,{"a":1E5}]}',
    );
  });

  it("survive the editor with any value", () => {
    const value = fc.oneof(
      fc.string().filter((text) => !/^\s*[[{]/.test(text)),
      fc.jsonValue().filter((json) => typeof json !== "string"),
      fc.dictionary(fc.string(), fc.jsonValue()),
    );
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).filter((key) => key !== "__proto__"),
          value,
        ),
        (tags) => {
          const read = JSON.parse(JSON.stringify(tags)) as object;
          expect(tagsOf(rowsOf(read)) ?? {}).toEqual(read);
        },
      ),
    );
  });
});

describe("buttons", () => {
  const request = (interactive: unknown) =>
    new TextEncoder().encode(
      JSON.stringify({
        deliverychannel: "push",
        appid: "a",
        destination: [{ userid: ["u"] }],
        channels: { push: { android: { text: "t" }, interactive } },
      }),
    );

  it.each(categories)("%s is right as it is chosen, without a warning", (category) => {
    const read = parseRequest(request(withCategory(undefined, category, ["android"])), {
      sizeRule: "body",
      httpsOnly: true,
      now: 0,
    });
    expect(read.ok ? [] : read.problems).toEqual([]);
    expect(read.warnings).toEqual([]);
  });

  it("keeps the text written for a position, and reports parts that it would not generate", () => {
    const interactive = withCategory(
      {
        category: "SINGLE_OPEN",
        device_types: ["ios"],
        actions: [{ pos: "1", action: "OPEN_URL", value: "https://a.example" }],
        pushref: "p",
      },
      "DOUBLE_YES_NO",
      ["android"],
    );
    expect(interactive).toEqual({
      category: "DOUBLE_YES_NO",
      device_types: ["ios"],
      actions: [{ pos: 1, action: "OPEN_URL", value: "https://a.example" }, { pos: 2 }],
      pushref: "p",
    });
    expect(oddities(interactive)).toEqual([]);
    expect(oddities({ category: "TRIPLE" as never })).toHaveLength(1);
    expect(
      oddities({ category: "DOUBLE_YES_NO", actions: [{ pos: 1, identifier: "MAYBE" }] }),
    ).toHaveLength(2);
    expect(choices.map(({ captions }) => captions.length)).toEqual(
      categories.map((category) => identifiersOf(category).length),
    );
  });
});

describe("an imported request", () => {
  it("says for all what most platforms say", () => {
    const request: PushRequestInput = {
      deliverychannel: "push",
      appid: "a",
      destination: [],
      channels: {
        push: {
          android: { text: "A", title: "T" },
          ios: { text: "B", title: "T" },
          web: { text: "B" },
        },
      },
    };
    expect(sharedOf(request)).toEqual({ title: "T", text: "B", image: "" });
    expect(sharedOf({ deliverychannel: "push", appid: "a", destination: [] })).toEqual({
      title: "",
      text: "",
      image: "",
    });
  });

  it("keeps unknown members, and refuses what the form cannot hold", () => {
    expect(
      readRequest('{"x":1,"channels":{"push":{"android":{"text":"a","y":[2]}}}}'),
    ).toMatchObject({
      ok: true,
      request: { x: 1, destination: [{ userid: [] }], channels: { push: { android: { y: [2] } } } },
    });
    for (const text of [
      "",
      "[]",
      "null",
      '{"destination":{}}',
      '{"destination":[{"userid":"a"}],"channels":[]}',
      '{"channels":{"push":[]}}',
    ])
      expect([text, readRequest(text).ok]).toEqual([text, false]);
    expect(readRequest('{"channels":{"push":{"ios":{"extras":1}}}}')).toMatchObject({ ok: false });
    expect(readRequest('{"destination":[{"userid":[1]}]}')).toMatchObject({ ok: false });
  });
});
