import { describe, expect, it } from "vitest";
import { readRequest, sharedOf } from "@/lib/compose/adopt";
import { bodyOf } from "@/lib/compose/assemble";
import { emptyComposition } from "@/lib/compose/composition";
import { editorText, follow, requestInText, typeInto } from "@/lib/compose/editor-text";
import { examine } from "@/lib/compose/examine";
import { merge } from "@/lib/compose/merge";
import { fieldCosts } from "@/lib/compose/sizes";
import { providerKinds } from "@/lib/interface/device-kinds";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushBlocksInput } from "@/lib/interface/request";
import type { TemplateVersion } from "@/lib/template/resolve";
import { campaignKind, readDraft } from "./campaign-kind";
import { campaignMemory } from "./campaign-memory";

const tags =
  '{"big":12345678901234567890,"price":1.10,"list":[1E5,-0,{"x":1e400}],"n":5,"s":"1.10"}';
const push = `{"android":{"text":"A","extras":{"customtags":${tags}}},"ios":{"text":"I","extras":{"customtags":${tags}}}}`;
const body = `{"deliverychannel":"push","appid":"shop","destination":[{"userid":["u"]}],"channels":{"push":${push}}}`;
const options = {
  app: { name: "Shop" },
  sender: { pushEnabled: true, providers: providerKinds },
  httpsOnly: false,
  sizeRule: "body" as const,
  now: 0,
};

function adopted() {
  const read = readRequest(body);
  if (!read.ok) throw new Error(read.message);
  return read.request;
}

describe("the digits of customtags in the composer", () => {
  it("go from the JSON tab into the form and out again, as they were typed", () => {
    expect(bodyOf(adopted())).toBe(body);
    const editor = editorText(body);
    expect(editor.text).toContain('"price": 1.10');
    const { editor: typed, value: request } = typeInto(
      editor,
      editor.text.replaceAll("1.10,", "1.100,"),
      requestInText,
    );
    if (!request) throw new Error("no request");
    const next = bodyOf(request);
    expect(next).toBe(body.replaceAll("1.10,", "1.100,"));
    expect(follow(typed, next).text).toBe(typed.text);
  });

  it("are drawn, counted and judged as the endpoint does it", () => {
    const seen = examine(bodyOf(adopted()), options);
    expect(seen.problems).toEqual([]);
    expect(seen.drawn.ios?.request.body).toContain(tags.slice(1, -1));
    const { data } = (
      JSON.parse(seen.drawn.android?.request.body ?? "") as {
        message: { data: Record<string, string> };
      }
    ).message;
    expect(data).toMatchObject({
      big: "12345678901234567890",
      price: "1.10",
      list: '[1E5,-0,{"x":1e400}]',
    });
    const big = "/channels/push/ios/extras/customtags/big";
    expect(seen.warnings.find(({ pointer }) => pointer === big)?.message).toContain(
      "digits as written",
    );
    expect(fieldCosts(body, 100).find(({ pointer }) => pointer === big)?.bytes).toBe(
      '"big":12345678901234567890'.length,
    );
  });

  it("are drawn when a block is not right yet, and from a template with its samples", () => {
    const half = examine(body.replace('"text":"A"', '"text":""'), options);
    expect(half.drawn.ios?.request.body).toContain(tags.slice(1, -1));
    const template: TemplateVersion = {
      templateId: "t",
      version: 1,
      languages: [],
      blocks: parseJson(push.replace('"text":"I"', '"text":"I ${name}"')) as PushBlocksInput,
      parameters: [{ name: "name", type: "text", required: true, sample: "Ann", description: "" }],
    };
    const named = `{"deliverychannel":"push","appid":"shop","destination":[{"userid":["u"]}],"message":{"template":"t"}}`;
    const seen = examine(named, { ...options, template });
    expect(seen.samples).toEqual(["name"]);
    expect(seen.previews.ios?.request.body).toContain(tags.slice(1, -1));
  });

  it("outlive a reload, the server's draft, and merging with another tab", () => {
    const request = adopted();
    const composition = { ...emptyComposition(""), request, shared: sharedOf(request) };
    const entries = new Map<string, string>();
    const store = campaignMemory(
      {
        getItem: (key) => entries.get(key) ?? null,
        setItem: (key, value) => void entries.set(key, value),
        removeItem: (key) => void entries.delete(key),
      },
      "m",
      null,
    );
    store.write({
      content: composition,
      base: composition,
      revision: 0,
      unanswered: [composition],
    });
    const back = store.read();
    for (const one of [back?.content, back?.base, back?.unanswered[0]])
      expect(bodyOf(one?.request ?? emptyComposition("").request)).toBe(body);
    const draft = campaignKind.write(composition);
    // What a server action and a database carry.
    expect(draft).not.toMatch(/\p{Surrogate}/u);
    expect(bodyOf(readDraft(draft)?.request ?? emptyComposition("").request)).toBe(body);
    const theirs = { ...composition, request: { ...request, callbackData: "theirs" } };
    const mine = { ...composition, request: { ...request, correlationid: "mine" } };
    expect(bodyOf(merge(composition, mine, theirs).content.request)).toContain(push);
    expect(bodyOf(structuredClone(request))).toBe(body);
  });
});
