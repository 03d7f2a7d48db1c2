import { membersOf } from "./blocks/check-blocks";
import { lintBlocks } from "./blocks/lint-blocks";
import { countIds, entryMembers } from "./destination";
import { destinationKeys } from "./device-kinds";
import { readTimestamp } from "./expiry";
import { DESTINATIONS, WARNINGS } from "./limits";
import { lintReading, namesOf, unknownMembers } from "./lint-reading";
import { problem, type Problem } from "./problem";
import { firstMentions, idFault } from "./recipient-id";
import { messageMembers, namesTemplate, requestMembers } from "./request";
import { suggest } from "./suggest";

const requestNames = namesOf(requestMembers);
const messageNames = namesOf(messageMembers);
const entryNames = namesOf(entryMembers);

/**
 * What is odd about a body, though it may be accepted (contract 4 and 5): unknown members, misspelt
 * values, and everything that the contract lets pass with a warning. Takes the body as written, in
 * any shape; at most {@link WARNINGS} or a few more. The blocks of a request that names a template
 * are linted as a whole when they are effective: by `checkEffective`.
 */
export function lint(body: unknown): Problem[] {
  const top = membersOf(body);
  if (!top) return [];
  const warnings: Problem[] = [];
  unknownMembers(top, requestNames, "", warnings);
  const { deliverychannel, expiry } = top;
  if (typeof deliverychannel === "string" && deliverychannel.toLowerCase() !== "push") {
    const suggestion = suggest(deliverychannel, ["push"]);
    if (suggestion)
      warnings.push(
        problem("value.misspelt", "/deliverychannel", {
          name: "deliverychannel",
          value: deliverychannel,
          suggestion,
        }),
      );
  }
  if (typeof expiry === "string" && !/[.,]\d/.test(expiry) && readTimestamp(expiry) !== undefined)
    warnings.push(problem("expiry.fraction", "/expiry"));
  const message = membersOf(top["message"]);
  if (message) unknownMembers(message, messageNames, "/message", warnings);
  lintDestination(top["destination"], warnings);
  const channels = membersOf(top["channels"]);
  if (channels && Object.hasOwn(channels, "__proto__"))
    warnings.push(
      problem("member.unknown", "/channels/__proto__", { name: "__proto__", hint: "" }),
    );
  const push = channels?.["push"];
  warnings.push(...lintReading(push, "/channels/push"));
  if (!namesTemplate(top)) warnings.push(...lintBlocks(push, "/channels/push"));
  return warnings;
}

function lintDestination(entries: unknown, warnings: Problem[]): void {
  // More than may be sent is refused as a whole; looking through it would only cost time.
  if (!Array.isArray(entries) || entries.length > DESTINATIONS || countIds(entries) > DESTINATIONS)
    return;
  const isFirst = firstMentions();
  for (const [index, one] of entries.entries()) {
    const entry = membersOf(one);
    if (!entry) continue;
    if (warnings.length >= WARNINGS) return;
    unknownMembers(entry, entryNames, `/destination/${index}`, warnings);
    for (const key of destinationKeys) {
      const ids = entry[key];
      if (!Array.isArray(ids)) continue;
      for (const [at, id] of ids.entries()) {
        if (typeof id !== "string" || id === "") continue;
        const first = isFirst(key, id);
        if (warnings.length >= WARNINGS) continue;
        const pointer = `/destination/${index}/${key}/${at}`;
        const fault = idFault(key, id);
        if (fault !== undefined)
          warnings.push(problem("destination.id.unusable", pointer, { name: key, fault }));
        else if (!first) warnings.push(problem("destination.id.twice", pointer, { id, name: key }));
      }
    }
  }
}
