import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utf8Bytes } from "@/lib/interface/bytes";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { EmptyRequests } from "./fill";
import { ownValues, planOptionsOf, requestWith } from "./own-values";
import { planRequests, requestBody } from "./requests";

const pattern = (text: string): PushRequestInput => ({
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  channels: { push: { android: { title: text, text: `Hello ${text}`, extras: { customtags: { nested: [{ "${name}": text }] } } } } },
  correlationid: "${name}",
});
const asked = { sizeRule: "body", declared: undefined, list: ["name", "city"], columns: undefined } as const;
const textsOf = (request: PushRequestInput) => request.channels?.push?.android;

describe("texts that are filled for a list", () => {
  it("name the columns that they need, and no others", () => {
    expect(planOptionsOf(pattern("Dear ${name}, ${days} $${city}"), asked)).toEqual({
      sizeRule: "body",
      parameters: ["name"],
      inText: true,
    });
    expect(planOptionsOf(pattern("$${city}"), asked)).toEqual({ sizeRule: "body", parameters: [], inText: true });
  });

  it.each([
    ["no list", { list: undefined }],
    ["a list without columns", { list: [] }],
  ])("stay as they are with %s", (_, given) => {
    const options = planOptionsOf(pattern("${name} $${name}"), { ...asked, ...given });
    expect(options).toEqual({ sizeRule: "body", parameters: [] });
    const [one] = planRequests(pattern("${name} $${name}"), [{ type: "userid", id: "maya", parameters: { name: "Maya" } }], options);
    expect(textsOf(one?.request ?? pattern(""))?.title).toBe("${name} $${name}");
  });

  it("are a template's own affair where there is one", () => {
    const request = { ...pattern("${name}"), message: { template: "greeting" } };
    expect(planOptionsOf(request, { ...asked, declared: ["name"] })).toEqual({ sizeRule: "body", parameters: ["name"] });
    expect(planOptionsOf(request, asked)).toEqual({ sizeRule: "body", parameters: [] });
  });

  it("take a value as it is, nothing for who has none, and leave names, other placeholders and everything but the content alone", () => {
    const options = planOptionsOf(pattern("${name}/${city}/${days}/$${name}"), asked);
    const recipient = { type: "userid", id: "maya", parameters: { name: '${city}"\\\n👩‍👩‍👧', other: "x" } } as const;
    const [one] = planRequests(pattern("${name}/${city}/${days}/$${name}"), [recipient], options);
    const filled = '${city}"\\\n👩‍👩‍👧//${days}/${name}';
    expect(parseJson(requestBody(one?.request ?? pattern("")))).toEqual({
      ...pattern(""),
      destination: [{ userid: ["maya"] }],
      channels: {
        push: { android: { title: filled, text: `Hello ${filled}`, extras: { customtags: { nested: [{ "${name}": filled }] } } } },
      },
      correlationid: "${name}",
    });
  });

  it("are valid JSON with any value, and as long as they were counted to be", () => {
    const part = fc.constantFrom("${name}", "${city}", "$${name}", "$", "{", "}", " ü", '"', "\\", "${days}");
    const value = fc.string({ unit: fc.constantFrom("a", '"', "\\", "\n", "$", "{", "name", "}", "é", "👍", "\u2028", "\u0001") });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), value, fc.option(value, { nil: undefined }), (parts, name, city) => {
        const request = pattern(parts.join(""));
        const options = planOptionsOf(request, asked);
        const own = ownValues({ name, ...(city !== undefined && { city }) }, options);
        const filled = requestWith(request, [], own, options);
        expect(parseJson(requestBody(filled))).toEqual(filled);
        expect(new EmptyRequests(request, options).bytesWith(own)).toBe(utf8Bytes(requestBody(filled)));
      }),
      { numRuns: 500 },
    );
  });
});

describe("parameters of a template", () => {
  const request = { ...pattern(""), channels: undefined, message: { template: "shipped", parameters: { days: "3" } } };
  const options = planOptionsOf(request, {
    ...asked,
    declared: ["name", "days", "city"],
    columns: { days: "eta", city: "", other: "x", name: "name" },
  });

  it("take their values from the columns that they were given", () => {
    expect(options).toEqual({ sizeRule: "body", parameters: ["name", "days", "city"], columns: { days: "eta", city: "" } });
    expect(ownValues({ name: "Maya", eta: "5", city: "Oslo", days: "9" }, options)).toEqual({ name: "Maya", days: "5" });
    const [one] = planRequests(request, [{ type: "userid", id: "maya", parameters: { name: "Maya", eta: "5" } }], options);
    expect(one?.request.message).toEqual({ template: "shipped", parameters: { days: "5", name: "Maya" } });
  });

  it("keep what stands in the message for those without", () => {
    const [one] = planRequests(request, [{ type: "userid", id: "tom", parameters: { days: "9" } }], options);
    expect(one?.request.message).toEqual({ template: "shipped", parameters: { days: "3" } });
  });
});
