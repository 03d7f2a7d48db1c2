import { describe, expect, it } from "vitest";
import * as limits from "./limits";
import { requestJsonSchema } from "./openapi";
import { whole } from "./testing";

type Json = { [key: string]: unknown };

function everyPart(part: unknown): Json[] {
  if (typeof part !== "object" || part === null) return [];
  return [part as Json, ...Object.values(part).flatMap(everyPart)];
}

/** The schema of the member at a dotted path, through `items` of arrays. */
function at(schema: Json, path: string): Json {
  let part = schema;
  for (const step of path.split("."))
    part = (step === "*" ? part["items"] : (part["properties"] as Json)[step]) as Json;
  return part;
}

describe("the JSON schema of the request", () => {
  const schema = requestJsonSchema();

  it("names each limit of the wire", () => {
    const { PROBLEMS: _, WARNINGS: __, ...onTheWire } = limits;
    const numbers = new Set(
      everyPart(schema).flatMap((part) =>
        Object.values(part).filter((value) => typeof value === "number"),
      ),
    );
    expect(Object.entries(onTheWire).filter(([, limit]) => !numbers.has(limit))).toEqual([]);
  });

  it.each([
    ["destination", "maxItems", limits.DESTINATIONS],
    ["correlationid", "maxBytes", limits.CORRELATIONID_BYTES],
    ["destination.*.correlationid", "maxBytes", limits.CORRELATIONID_BYTES],
    ["channels.push.android.extras.time_to_live", "maximum", limits.ANDROID_TIME_TO_LIVE],
    ["channels.push.ios.extras.time_to_live", "maximum", limits.IOS_TIME_TO_LIVE],
    ["channels.push.ios.extras.badge", "maximum", limits.BADGE],
    ["channels.push.ios.extras.collapse_key", "maxBytes", limits.IOS_COLLAPSE_KEY_BYTES],
    ["channels.push.web.extras.time_to_live", "maximum", limits.WEB_TIME_TO_LIVE_ACCEPTED],
    ["channels.push.web.extras.time_to_live", "sentAtMost", limits.WEB_TIME_TO_LIVE],
    ["channels.push.interactive.actions.*.pos", "maximum", limits.BUTTONS],
  ])("%s: %s %d", (path, key, limit) => {
    expect(at(schema, path)[key]).toBe(limit);
  });

  it("describes every member", () => {
    const holders = everyPart(schema).filter((part) => typeof part["properties"] === "object");
    const bare = holders.flatMap((holder) =>
      Object.entries(holder["properties"] as Json).filter(
        ([, member]) => !(member as Json)["description"],
      ),
    );
    expect(bare).toEqual([]);
    expect(holders.length).toBeGreaterThan(10);
    expect(schema["required"]).toEqual(["deliverychannel", "appid", "destination"]);
  });

  it("knows every member of a body that has everything", () => {
    const unknown: string[] = [];
    const walk = (value: unknown, part: Json, path: string) => {
      if (Array.isArray(value)) value.forEach((one) => walk(one, part["items"] as Json, path));
      else if (typeof value === "object" && value !== null && part["properties"]) {
        for (const [name, member] of Object.entries(value)) {
          const memberSchema = (part["properties"] as Json)[name] as Json | undefined;
          if (memberSchema) walk(member, memberSchema, `${path}/${name}`);
          else unknown.push(`${path}/${name}`);
        }
      }
    };
    walk(whole, schema, "");
    expect(unknown).toEqual([]);
  });
});
