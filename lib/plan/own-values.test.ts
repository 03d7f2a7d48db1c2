import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { EmptyRequests } from "./fill";
import { choicesIn, ownValues, planOptionsOf, requestWith } from "./own-values";
import { planRequests, requestBody } from "./requests";

const pattern = (text: string): PushRequestInput => ({
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  channels: {
    push: {
      android: {
        title: text,
        text: `Hello ${text}`,
        extras: { customtags: { nested: [{ "${name}": text }] } },
      },
    },
  },
  correlationid: "${name}",
});
const baseOptions = {
  sizeRule: "body",
  declared: undefined,
  list: ["name", "city"],
  columns: undefined,
} as const;
const textsOf = (request: PushRequestInput) => request.channels?.push?.android;

describe("texts that are filled", () => {
  it("name the parameters that they need, and no others", () => {
    expect(planOptionsOf(pattern("Dear ${name}, ${days} $${city}"), baseOptions)).toEqual({
      sizeRule: "body",
      parameters: ["name", "days"],
      inText: true,
    });
    expect(
      planOptionsOf(
        { ...pattern(""), channels: { push: { ios: { text: "Hello" } } } },
        baseOptions,
      ),
    ).toEqual({
      sizeRule: "body",
      parameters: [],
    });
    expect(planOptionsOf(pattern("$${city}"), baseOptions)).toEqual({
      sizeRule: "body",
      parameters: [],
      inText: true,
    });
  });

  it.each([
    ["no list", { list: undefined }],
    ["a list without columns", { list: [] }],
  ])("take defaults with %s, and stay as they are without", (_, listOptions) => {
    const titleWith = (defaults?: Record<string, string>) => {
      const options = planOptionsOf(pattern("${name} $${name}"), {
        ...baseOptions,
        ...listOptions,
        defaults,
      });
      const [one] = planRequests(
        pattern("${name} $${name}"),
        [{ type: "userid", id: "maya", parameters: {} }],
        options,
      );
      return textsOf(one?.request ?? pattern(""))?.title;
    };
    expect(titleWith()).toBe("${name} ${name}");
    expect(titleWith({ name: "Friend", other: "x" })).toBe("Friend ${name}");
    expect(titleWith({ name: "" })).toBe(" ${name}");
  });

  it("take the default where a recipient has no value of their own", () => {
    const text = "${name}, ${constructor}";
    const options = planOptionsOf(pattern(text), {
      ...baseOptions,
      list: ["name"],
      defaults: { constructor: "Ann" },
    });
    expect(options).toMatchObject({
      parameters: ["name", "constructor"],
      defaults: { constructor: "Ann" },
    });
    const [one] = planRequests(
      pattern(text),
      [{ type: "userid", id: "maya", parameters: {} }],
      options,
    );
    expect(textsOf(one?.request ?? pattern(""))?.title).toBe("${name}, Ann");
  });

  it("take a column whose name differs in capitals, blanks and _ alone", () => {
    const columnsOf = (list: string[], columns?: Record<string, string>) =>
      planOptionsOf(pattern("${first_name}"), { ...baseOptions, list, columns }).columns;
    expect(columnsOf(["FirstName", "city"])).toEqual({ first_name: "FirstName" });
    expect(columnsOf(["first_name", "FirstName"])).toBeUndefined();
    expect(columnsOf(["Firstname", "FirstName"])).toBeUndefined();
    expect(columnsOf(["FirstName", "city"], { first_name: "city" })).toEqual({
      first_name: "city",
    });
    expect(columnsOf(["FirstName"], { first_name: "" })).toEqual({ first_name: "" });
    expect(columnsOf(["FirstName"], { first_name: "renamed" })).toEqual({
      first_name: "FirstName",
    });
  });

  it("leave out who has no value where that was chosen, and end a request there", () => {
    const lacking = { name: "leave out", city: "send as written" } as const;
    const options = planOptionsOf(pattern("${name} ${city}"), { ...baseOptions, lacking });
    expect(options).toMatchObject({ leftOut: ["name"], asWritten: ["city"] });
    const recipient = (id: string, parameters: Record<string, string>) => ({
      type: "userid" as const,
      id,
      parameters,
    });
    const list = [
      recipient("a", { name: "Ann" }),
      recipient("b", { city: "Oslo" }),
      recipient("c", { name: "Ann" }),
    ];
    const planned = [...planRequests(pattern("${name} ${city}"), list, options)];
    expect(planned.map(({ request }) => [request.destination, textsOf(request)?.title])).toEqual([
      [[{ userid: ["a"] }], "Ann ${city}"],
      [[{ userid: ["c"] }], "Ann ${city}"],
    ]);
    expect(choicesIn([options])).toEqual({ columns: {}, defaults: {}, lacking });
    const filled = planOptionsOf(pattern("${name} ${city}"), {
      ...baseOptions,
      lacking,
      defaults: { name: "Friend" },
    });
    expect(filled.leftOut).toBeUndefined();
    expect(
      planOptionsOf(pattern("${name}"), { ...baseOptions, list: undefined, lacking }).leftOut,
    ).toBeUndefined();
  });

  it("are a template's own affair where there is one", () => {
    const request = { ...pattern("${name}"), message: { template: "greeting" } };
    expect(planOptionsOf(request, { ...baseOptions, declared: ["name"] })).toEqual({
      sizeRule: "body",
      parameters: ["name"],
    });
    expect(planOptionsOf(request, baseOptions)).toEqual({ sizeRule: "body", parameters: [] });
  });

  it("take a value as it is, in the content alone", () => {
    const options = planOptionsOf(pattern("${name}/${city}/${days}/$${name}"), baseOptions);
    const recipient = {
      type: "userid",
      id: "maya",
      parameters: { name: '${city}"\\\n👩‍👩‍👧', other: "x" },
    } as const;
    const [one] = planRequests(pattern("${name}/${city}/${days}/$${name}"), [recipient], options);
    const filled = '${city}"\\\n👩‍👩‍👧/${city}/${days}/${name}';
    expect(parseJson(requestBody(one?.request ?? pattern("")))).toEqual({
      ...pattern(""),
      destination: [{ userid: ["maya"] }],
      channels: {
        push: {
          android: {
            title: filled,
            text: `Hello ${filled}`,
            extras: { customtags: { nested: [{ "${name}": filled }] } },
          },
        },
      },
      correlationid: "${name}",
    });
  });

  it("are valid JSON with any value, and as long as they were counted to be", () => {
    const part = fc.constantFrom(
      "${name}",
      "${city}",
      "$${name}",
      "$",
      "{",
      "}",
      " ü",
      '"',
      "\\",
      "${days}",
    );
    const value = fc.string({
      unit: fc.constantFrom(
        "a",
        '"',
        "\\",
        "\n",
        "$",
        "{",
        "name",
        "}",
        "é",
        "👍",
        "\u2028",
        "\u0001",
      ),
    });
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }),
        value,
        fc.option(value, { nil: undefined }),
        (parts, name, city) => {
          const request = pattern(parts.join(""));
          const options = planOptionsOf(request, { ...baseOptions, defaults: { days: name } });
          const own = ownValues({ name, ...(city !== undefined && { city }) }, options);
          const filled = requestWith(request, [], own, options);
          expect(parseJson(requestBody(filled))).toEqual(filled);
          expect(new EmptyRequests(request, options).bytesWith(own)).toBe(
            utf8Bytes(requestBody(filled)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("parameters of a template", () => {
  const request = {
    ...pattern(""),
    channels: undefined,
    message: { template: "shipped", parameters: { days: "3" } },
  };
  const options = planOptionsOf(request, {
    ...baseOptions,
    declared: ["name", "days", "city"],
    list: ["name", "city", "eta"],
    columns: { days: "eta", city: "", other: "x", name: "name" },
  });

  it("take their values from the columns that they were given", () => {
    expect(options).toEqual({
      sizeRule: "body",
      parameters: ["name", "days", "city"],
      columns: { days: "eta", city: "" },
    });
    expect(ownValues({ name: "Maya", eta: "5", city: "Oslo", days: "9" }, options)).toEqual({
      name: "Maya",
      days: "5",
    });
    const [one] = planRequests(
      request,
      [{ type: "userid", id: "maya", parameters: { name: "Maya", eta: "5" } }],
      options,
    );
    expect(one?.request.message).toEqual({
      template: "shipped",
      parameters: { days: "5", name: "Maya" },
    });
  });

  it("leave out who has no value, unless the message has one for all", () => {
    const lacking = { name: "leave out", days: "leave out", city: "send as written" } as const;
    const some = planOptionsOf(request, {
      ...baseOptions,
      declared: ["name", "days", "city"],
      lacking,
    });
    expect(some).toMatchObject({ leftOut: ["name"] });
    expect(some.asWritten).toBeUndefined();
  });

  it("keep what stands in the message for those without", () => {
    const [one] = planRequests(
      request,
      [{ type: "userid", id: "tom", parameters: { days: "9" } }],
      options,
    );
    expect(one?.request.message).toEqual({ template: "shipped", parameters: { days: "3" } });
  });
});
