import { rulesOfBlocks } from "./rules-of/blocks";
import { rulesOfButtons } from "./rules-of/buttons";
import { rulesOfCampaigns } from "./rules-of/campaigns";
import { rulesOfRequest } from "./rules-of/request";
import type { Rule } from "./rules-of/rule";
import { rulesOfSegments } from "./rules-of/segments";
import { rulesOfService } from "./rules-of/service";
import { rulesOfTemplate } from "./rules-of/template";
import { rulesOfUsers } from "./rules-of/users";

/** The name of a rule, as it stands in `errors[].rule` of a reply (contract 2). */
export type RuleId =
  | keyof typeof rulesOfRequest
  | keyof typeof rulesOfTemplate
  | keyof typeof rulesOfService
  | keyof typeof rulesOfBlocks
  | keyof typeof rulesOfButtons
  | keyof typeof rulesOfUsers
  | keyof typeof rulesOfSegments
  | keyof typeof rulesOfCampaigns;

/** Every rule. Problems are created from this table only; the API reference prints it. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  ...rulesOfRequest,
  ...rulesOfTemplate,
  ...rulesOfService,
  ...rulesOfBlocks,
  ...rulesOfButtons,
  ...rulesOfUsers,
  ...rulesOfSegments,
  ...rulesOfCampaigns,
};

function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(rules, text);
}

/** Every rule's name, errors and warnings, in the order of the reference. */
export const ruleIds: readonly RuleId[] = Object.keys(rules).filter(isRuleId);

/** What a rule says about one case: its message with `{name}` filled in from `words`. */
export function wordsOf(
  rule: RuleId,
  words: Readonly<Record<string, string | number>> = {},
): string {
  const { message } = rules[rule];
  return message.includes("{")
    ? message.replace(/\{(\w+)\}/g, (whole, key: string) => String(words[key] ?? whole))
    : message;
}
