import type { Sql } from "@/lib/database/sql";
import { ruleOfServiceSchema } from "@/lib/inputs/segment";
import type { Rule } from "@/lib/segment/rule";
import { ruleSentence } from "@/lib/segment/words";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { namesIn } from "./rows";

/** A rule of a service in words. The caller has checked the access to the service. */
export async function wordsOfRule(sql: Sql, serviceId: string, rule: Rule): Promise<string> {
  return ruleSentence(rule, await namesIn(sql, serviceId, [rule]));
}

/** A rule in words: that of an order, whose segment may have another one by now. */
export const readRuleWords = view({
  action: "service.view",
  input: ruleOfServiceSchema,
  service: serviceNamed,
  run: ({ sql, serviceId }, { rule }) => wordsOfRule(sql, serviceId, rule),
});
