import { describe, expect, it } from "vitest";
import type { PutTemplate } from "@/lib/directory/template/put";
import {
  batchesOf,
  candidateOf,
  inOrder,
  isWritten,
  plannedOf,
  type PlannedTemplate,
  type TemplateInput,
} from "./import-plan";

const files = {
  appid: "shop",
  id: "sale",
  name: "Sale",
  tags: [],
  blocks: {},
  parameters: [],
  samples: [],
  languages: [],
};
const appids = new Set(["shop"]);
const answer = (value: Partial<PutTemplate>) => ({
  ok: true as const,
  value: { created: false, unchanged: false, revision: 3, problems: [], warnings: [], ...value },
});

describe("what importing comes to", () => {
  it("refuses at once what cannot be read, belongs to no app of the service, or is too large", () => {
    expect(candidateOf({ name: "shop/a", why: "It is broken." }, appids)).toEqual({
      name: "shop/a",
      status: "refused",
      problems: ["It is broken."],
    });
    expect(
      candidateOf({ name: "x/a", template: { ...files, appid: "x" } }, appids).problems,
    ).toEqual(["This service has no app “x”."]);
    const large = { ...files, blocks: { android: { text: "x".repeat(300_000) } } };
    expect(candidateOf({ name: "shop/sale", template: large }, appids).problems).toEqual([
      "A template takes at most 262,144 bytes.",
    ]);
    expect(candidateOf({ name: "shop/sale", template: files }, appids).input).toMatchObject({
      appid: "shop",
      templateId: "sale",
    });
  });

  it("shows the service's answer, and writes over no other draft than the one that was looked at", () => {
    const candidate = candidateOf(
      { name: "shop/sale", template: { ...files, languages: [{ language: "de", texts: [] }] } },
      appids,
    );
    expect(plannedOf(candidate, answer({ created: true, revision: 0 }))).toMatchObject({
      status: "new",
      input: { revision: 0 },
    });
    expect(plannedOf(candidate, answer({ unchanged: true })).status).toBe("unchanged");
    const rule = "template.placeholder.unknown" as const;
    const problems = [
      { pointer: "/blocks", message: "x", rule },
      { pointer: "/languages/0/texts/1/text", message: "x", rule },
    ];
    const changed = plannedOf(candidate, answer({ problems }));
    expect(changed).toMatchObject({ status: "changed", input: { revision: 3 } });
    expect(changed.problems).toEqual([
      "Message: A text names a parameter that the template doesn’t have.",
      "German: A text names a parameter that the template doesn’t have.",
    ]);
    const refused = plannedOf(candidate, {
      ok: false,
      problems: [{ pointer: "/name", message: "name: is missing." }],
    });
    expect(refused).toEqual({
      name: "shop/sale",
      status: "refused",
      problems: ["Name: is missing."],
    });
    expect([changed, refused].map(isWritten)).toEqual([true, false]);
  });

  it("puts first what is to be looked at first", () => {
    const one = (
      name: string,
      status: PlannedTemplate["status"],
      problems: string[] = [],
    ): PlannedTemplate => ({
      name,
      status,
      problems,
    });
    const all = [
      one("d", "unchanged"),
      one("c", "changed"),
      one("b", "new"),
      one("a", "changed", ["x"]),
      one("e", "refused", ["x"]),
    ];
    expect(inOrder(all).map(({ name }) => name)).toEqual(["e", "b", "a", "c", "d"]);
  });

  it("calls with parts that one call takes", () => {
    const of = (bytes: number) => ({ input: { name: "x".repeat(bytes) } as TemplateInput });
    expect(
      batchesOf(Array.from({ length: 120 }, () => of(10))).map(({ length }) => length),
    ).toEqual([50, 50, 20]);
    expect(
      batchesOf([of(400_000), of(150_000), of(200_000), of(700_000), of(1)]).map(
        ({ length }) => length,
      ),
    ).toEqual([2, 1, 1, 1]);
    expect(batchesOf([])).toEqual([]);
  });
});
