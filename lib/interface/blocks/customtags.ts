import { z } from "zod";
import { digitsOf } from "../exact-json";
import { ruleIssue, wordIssue } from "../issue";
import { NESTING } from "../limits";
import type { RuleId } from "../rules";
import type { JsonValue } from "../scalars";

/** Keys of android `customtags` that the provider keeps for itself (contract 4). */
function reservedOnAndroid(key: string): boolean {
  return (
    key === "from" || key === "message_type" || key.startsWith("google.") || key.startsWith("gcm.")
  );
}

/** Whether a tag of this name is refused on a platform. */
export function isReserved(platform: "android" | "ios" | "web", name: string): boolean {
  return platform === "android" ? reservedOnAndroid(name) : platform === "ios" && name === "aps";
}

type RejectTag = (rule: RuleId, path: (string | number)[], name: string) => void;

/**
 * Calls `rejectTag` for each member that cannot be passed on as written. Goes no deeper than
 * {@link NESTING} levels, since values may come from any source.
 */
function checkTags(value: object, path: (string | number)[], rejectTag: RejectTag): void {
  const list = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    const nested = typeof member === "object" && member !== null;
    if (!nested && key !== "__proto__") continue;
    const at = [...path, list ? Number(key) : key];
    if (key === "__proto__") rejectTag("customtags.key", at, at.join("."));
    if (!nested) continue;
    if (at.length >= NESTING) rejectTag("customtags.depth", at, String(at[0]));
    else checkTags(member, at, rejectTag);
  }
}

/** `customtags`: free pairs, passed on as written (interface 2.5, 2.7, 2.8; contract 4). */
export function customTags(platform: "android" | "ios" | "web") {
  return z
    .preprocess(
      (tags: Record<string, unknown>, ctx) => {
        if (typeof tags !== "object" || tags === null || Array.isArray(tags)) return tags;
        checkTags(tags, [], (rule, path, name) => ctx.addIssue(ruleIssue(rule, { name }, path)));
        for (const name of Object.keys(tags)) {
          if (isReserved(platform, name))
            ctx.addIssue(
              ruleIssue(`customtags.reserved.${platform === "ios" ? "ios" : "android"}`, { name }, [
                name,
              ]),
            );
        }
        const image = Object.hasOwn(tags, "imageurl") ? tags["imageurl"] : "";
        if (
          platform === "android" &&
          (typeof image !== "string" || digitsOf(image) !== undefined)
        ) {
          ctx.addIssue(ruleIssue("customtags.imageurl", {}, ["imageurl"]));
        }
        return tags;
      },
      z.record(z.string(), z.unknown(), { error: wordIssue }),
    )
    .transform((tags) => tags as Record<string, JsonValue>)
    .meta({
      description: `Free key/value pairs; a value is a string, an object or an array. Reserved: ${
        platform === "android"
          ? "imageurl (the URL of an image to show); from, message_type, google.* and gcm.* are refused"
          : platform === "ios"
            ? "aps is refused"
            : "none"
      }.`,
    })
    .optional();
}
