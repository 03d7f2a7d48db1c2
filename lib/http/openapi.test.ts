import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { deviceSchema } from "@/lib/inputs/device";
import { receiptSchema } from "@/lib/inputs/receipt";
import { requestJsonSchema } from "@/lib/interface/openapi";
import { ruleIds } from "@/lib/interface/rules";
import { openApiDocument } from "./openapi";

type Json = Record<string, unknown>;

function everyPart(part: unknown): Json[] {
  if (typeof part !== "object" || part === null) return [];
  return [part as Json, ...Object.values(part).flatMap(everyPart)];
}

describe("the OpenAPI document", () => {
  const document = openApiDocument("https://push.example.com");

  it("refers to nothing that is not there", () => {
    const schemas = (document["components"] as Json)["schemas"] as Json;
    const references = everyPart(document).flatMap(({ $ref }) =>
      typeof $ref === "string" ? [$ref.replace("#/components/schemas/", "")] : [],
    );
    expect(references.length).toBeGreaterThan(5);
    for (const name of references) expect(Object.keys(schemas)).toContain(name);
    const schemes = Object.keys((document["components"] as Json)["securitySchemes"] as Json);
    for (const { security } of everyPart(document)) {
      for (const one of (security as Json[] | undefined) ?? [])
        expect(schemes).toEqual(expect.arrayContaining(Object.keys(one)));
    }
  });

  it("offers a JWT for calls alone that it has the scope for", () => {
    const methods = Object.entries(document["paths"] as Record<string, Json>).flatMap(
      ([path, own]) => Object.values(own).map((method) => [path, method as Json] as const),
    );
    const byJwt = methods
      .filter(([, { security }]) => JSON.stringify(security ?? []).includes("bearer"))
      .map(([path]) => path);
    expect(byJwt.length).toBeGreaterThan(0);
    expect(byJwt.filter((path) => /users|segments|campaigns|templates/.test(path))).toEqual([]);
  });

  it("is plain JSON and carries the tables of rules, codes and categories", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect((document["x-rules"] as Json[]).map(({ rule }) => rule)).toEqual([...ruleIds]);
    expect(document["x-codes"]).toHaveLength(19);
    expect(document["x-categories"]).toHaveLength(17);
    expect((document["components"] as { schemas: Json }).schemas["PushRequest"]).toEqual(
      requestJsonSchema(),
    );
  });

  const schemas = (document["components"] as { schemas: Record<string, Json> }).schemas;

  it("asks of a receipt and a device what is asked of them, and no more", () => {
    expect(schemas["Receipt"]?.["required"]).toEqual(["transid", "event"]);
    expect(schemas["Device"]?.["required"]).toEqual(["appid", "deviceid", "kind"]);
  });

  const subscription = {
    endpoint: "https://push.example/1",
    keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) },
  };
  const ids = [{}, { deviceid: "d" }, { pushid: "p" }, { deviceid: "d", pushid: "p" }];
  const tokens = [{}, { pushid: "p" }, { subscription }, { pushid: "p", subscription }];

  /** How many of the alternatives of a schema fit a body, by the members that they want. */
  const fitting = (alternatives: unknown, body: object) =>
    (alternatives as { required: string[] }[]).filter(({ required }) =>
      required.every((name) => name in body),
    ).length;
  const takes = (schema: z.ZodType, body: object) => schema.safeParse(body).success;

  it.each(ids)("reports which of its names a receipt needs, as the endpoint does: %j", (some) => {
    const body = { transid: "t", event: "read", ...some };
    expect(fitting(schemas["Receipt"]?.["anyOf"], body) > 0).toBe(takes(receiptSchema, body));
  });

  it.each(tokens)(
    "reports which of its tokens a device needs, as the endpoint does: %j",
    (some) => {
      const body = { appid: "a", deviceid: "d", kind: "chrome", ...some };
      expect(fitting(schemas["Device"]?.["oneOf"], body) === 1).toBe(takes(deviceSchema, body));
    },
  );
});
