import { z } from "zod";
import { destinationKeys, devices, type DestinationKey, type PushidKey } from "./device-kinds";
import { ruleIssue, ruleOfIssue, wordIssue } from "./issue";
import { CORRELATIONID_BYTES, DESTINATIONS, PROBLEMS } from "./limits";
import { pointerOf } from "./pointer";
import type { Problem } from "./problem";
import { firstMentions } from "./recipient-id";
import { rules } from "./rules";
import { always, members, optionalBytes, present, text } from "./scalars";

function identifiers(name: DestinationKey, description: string) {
  return z
    .array(text(), { error: wordIssue })
    .transform((ids, ctx) => {
      if (ids.length === 0) ctx.addIssue(ruleIssue("destination.ids.empty", { name }));
      ids.forEach((id, index) => {
        if (id === "") ctx.addIssue(ruleIssue("destination.id.empty", { name }, [index]));
      });
      return ids;
    })
    .meta({ description, minItems: 1 })
    .optional();
}

const pushids = Object.fromEntries(
  devices.map(({ kind, pushids: words }) => {
    const key: PushidKey = `${kind}_pushid`;
    return [key, identifiers(key, `Push identifiers ${words}.`)];
  }),
) as Record<PushidKey, ReturnType<typeof identifiers>>;

export const entryMembers = members({
  userid: identifiers(
    "userid",
    "User identifiers; each reaches every device of that user in the app.",
  ),
  ...pushids,
  correlationid: optionalBytes(
    "correlationid.bytes",
    CORRELATIONID_BYTES,
    "The entry's own; wins over the request's.",
  ),
});

const entry = entryMembers
  .check(
    always((value, ctx) => {
      if (typeof value !== "object" || value === null) return;
      const keys = destinationKeys.filter((key) => value[key] !== undefined);
      if (keys.length === 0) ctx.issues.push(ruleIssue("destination.ids.required"));
      if (keys.length > 1)
        // oxlint-disable-next-line house/noun-names -- `{found}` of the published rule text.
        ctx.issues.push(ruleIssue("destination.keys", { found: keys.join(", ") }));
    }),
  )
  .transform(present)
  .meta({ description: "One id key with its identifiers, and optionally an own correlationid." });

/** An entry of `destination`: exactly one id key (interface 2.2, contract 4). */
export type DestinationEntry = z.output<typeof entry>;

const entries = z.array(entry, { error: wordIssue });

/**
 * What is wrong with single entries and identifiers of a `destination`, however many there are:
 * those of a message that takes several requests.
 */
export function entryProblems(destination: unknown): Problem[] {
  const parsed = entries.safeParse(destination, { reportInput: true });
  if (parsed.success) return [];
  return parsed.error.issues.slice(0, PROBLEMS).map((issue) => {
    const { rule } = ruleOfIssue(issue);
    return {
      pointer: pointerOf(["destination", ...issue.path]),
      rule,
      code: rules[rule].code,
      message: issue.message,
    };
  });
}

/** Identifiers in all entries together, as written; beyond the limit it stops counting. */
export function countIds(entries: readonly unknown[]): number {
  let count = 0;
  for (const one of entries) {
    if (typeof one !== "object" || one === null) continue;
    if (count > DESTINATIONS) break;
    for (const key of destinationKeys) {
      const ids = (one as Record<string, unknown>)[key];
      if (Array.isArray(ids)) count += ids.length;
    }
  }
  return count;
}

/**
 * Each identifier once: the first entry that names it keeps it (contract 4). Entries left with none
 * go.
 */
function withoutRepeats(entries: DestinationEntry[]): DestinationEntry[] {
  const isFirst = firstMentions();
  let repeated = false;
  const unique = entries.map((one) => {
    const key = destinationKeys.find((idKey) => one[idKey] !== undefined);
    const ids = key === undefined ? undefined : one[key];
    if (key === undefined || ids === undefined) return one;
    const firstIds = ids.filter((id) => isFirst(key, id));
    if (firstIds.length === ids.length) return one;
    repeated = true;
    return { ...one, [key]: firstIds };
  });
  return repeated
    ? unique.filter((one) => destinationKeys.some((key) => (one[key]?.length ?? 0) > 0))
    : entries;
}

/**
 * `destination`: at most 1,000 entries and 1,000 identifiers (interface 2.1, contract 2 code 7009).
 */
export const destination = z
  .preprocess((entries: z.input<typeof entry>[], ctx) => {
    if (!Array.isArray(entries)) return entries;
    if (entries.length === 0) ctx.addIssue(ruleIssue("destination.ids.required"));
    if (entries.length > DESTINATIONS || countIds(entries) > DESTINATIONS)
      ctx.addIssue(ruleIssue("destination.limit"));
    return entries;
  }, entries)
  .transform(withoutRepeats)
  .meta({
    description: "Recipients. Entries of several kinds may be mixed.",
    minItems: 1,
    maxItems: DESTINATIONS,
  });
