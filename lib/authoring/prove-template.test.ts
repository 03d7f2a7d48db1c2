import { describe, expect, test } from "vitest";
import { providerKinds } from "@/lib/interface/device-kinds";
import { templateParametersSchema } from "@/lib/template/parameters";
import type { TemplateVersion } from "@/lib/template/resolve";
import { Proof } from "./prove-template";

const version = (more: Partial<TemplateVersion> = {}): TemplateVersion => ({
  templateId: "t",
  version: 1,
  blocks: {
    android: { title: "Hi ${name}", text: "Order ${order}" },
    ios: { text: "Order ${order}" },
  },
  parameters: templateParametersSchema.parse([
    { name: "name", default: "you" },
    { name: "order", required: true },
  ]),
  languages: [],
  ...more,
});
const app = { facts: { name: "Shop" }, providers: providerKinds };
const calls = [
  { parameters: { name: "Ann", order: "7" } },
  { parameters: { name: "Ann", order: "7" } },
  { parameters: { order: "8" } },
  // Under what is published today it would be refused.
  { parameters: { name: "Lee" } },
];

function proven(next: Partial<TemplateVersion>, old: Partial<TemplateVersion> = {}) {
  const proof = new Proof(version(old), version(next), app);
  for (const call of calls) proof.add(call);
  return proof.report(calls.length);
}

describe("real calls", () => {
  test("that look the same are counted, and those that say nothing are left out", () => {
    expect(proven({})).toEqual({
      done: 4,
      total: 4,
      unchanged: 3,
      left: 1,
      groups: [],
      overflows: [],
      refusals: [],
    });
  });

  test("that change are listed in groups of their like, with one example each", () => {
    const { groups, unchanged } = proven({
      blocks: {
        android: { title: "Hello ${name}", text: "Order ${order}" },
        ios: { text: "Order ${order}" },
      },
    });
    expect(unchanged).toBe(0);
    expect(groups.map(({ kind, parts, calls: n }) => [kind, parts, n])).toEqual([
      ["android", ["title"], 3],
      ["hms", ["title"], 3],
    ]);
    expect(groups[0]?.example).toMatchObject({
      before: { words: ["Hi Ann", "Order 7"] },
      after: { words: ["Hello Ann", "Order 7"] },
    });
  });

  test("that would be refused name the parameter", () => {
    const parameters = templateParametersSchema.parse([
      { name: "name", required: true },
      { name: "order", required: true, type: "date" },
    ]);
    expect(proven({ parameters }).refusals).toEqual([
      { rule: "template.parameter.type", parameter: "order", language: "", calls: 3 },
      { rule: "template.parameter.required", parameter: "name", language: "", calls: 1 },
    ]);
  });

  test("that would be too large name the kind of device and the language", () => {
    const long = {
      language: "hi",
      texts: [{ at: "/ios/text", of: "", text: `\${order} ${"नमस्ते ".repeat(220)}` }],
    };
    const { overflows, groups } = proven({ languages: [long] });
    expect(overflows).toEqual([
      { kind: "ios", language: "hi", calls: 3, bytes: expect.any(Number) as number, limit: 4_096 },
    ]);
    // Devices in that language got the default text until now.
    expect(groups).toMatchObject([
      { kind: "ios", language: "hi", parts: ["text"], example: { before: { words: ["Order 7"] } } },
    ]);
  });

  test("keep the words that the request itself says", () => {
    const proof = new Proof(version(), version({ blocks: { ios: { text: "Another" } } }), {
      ...app,
      providers: ["apns"],
    });
    proof.add({ parameters: { order: "7" }, channels: { push: { ios: { text: "Mine" } } } });
    expect(proof.report(1)).toMatchObject({ unchanged: 1, groups: [] });
  });
});
