import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { parseJson } from "@/lib/interface/exact-json";
import { parseRequest } from "@/lib/interface/parse";
import type { PushBlocks } from "@/lib/interface/request";
import { resolve, type TemplateVersion } from "@/lib/template/resolve";
import { effectiveHash } from "./effective-hash";

const android = `"android":{"title":"Hello","text":"Maya","extras":{"customtags":{"10":1,"9":1.10,"b":{"z":[1E5,"x"],"a":null}}}}`;
const hashOf = (channels: string, more = "", template?: TemplateVersion) => {
  const body = `{"deliverychannel":"push","appid":"a","destination":[{"userid":["u"]}]${more}${channels && `,"channels":{"push":{${channels}}}`}}`;
  const parsed = parseRequest(new TextEncoder().encode(body), {
    sizeRule: "body",
    httpsOnly: false,
    now: 0,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const resolved = resolve(parsed.request, template);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.problems));
  return effectiveHash(resolved.effective);
};

it("is SHA-256 of the effective blocks, with sorted members and digits as written", () => {
  const blocksText = `{"android":{"extras":{"customtags":{"10":1,"9":1.10,"b":{"a":null,"z":[1E5,"x"]}}},"text":"Maya","title":"Hello"}}`;
  expect(hashOf(android)).toBe(createHash("sha256").update(blocksText).digest("hex"));
});

it("knows nothing of what differs from request to request", () => {
  const more = `,"correlationid":"c","callbackData":"d","notifyurl":"https://a.example/","expiry":"2030-01-01T00:00:00Z"`;
  expect(hashOf(android, more)).toBe(hashOf(android));
});

it("is that of the content, by a template or written in full, in any order", () => {
  const template: TemplateVersion = {
    templateId: "order",
    version: 3,
    languages: [],
    blocks: parseJson(`{${android.replace("Maya", "${name}")}}`) as PushBlocks,
    parameters: [{ name: "name", type: "text", required: true, sample: "Maya", description: "" }],
  };
  for (const reference of ["order", "order:3"])
    expect(
      hashOf("", `,"message":{"template":"${reference}","parameters":{"name":"Maya"}}`, template),
    ).toBe(hashOf(android));
  expect(
    hashOf(
      `"android":{"extras":{"customtags":{"b":{"a":null,"z":[1E5,"x"]},"9":1.10,"10":1}},"text":"Maya","title":"Hello"}`,
    ),
  ).toBe(hashOf(android));
});

it("is another one for other content, down to a digit", () => {
  expect(hashOf(android.replace("1.10", "1.1"))).not.toBe(hashOf(android));
  expect(hashOf(`${android},"ios":{"text":"Maya"}`)).not.toBe(hashOf(android));
});
