import { describe, expect, it } from "vitest";
import { parseRequest } from "./parse";
import type { ParseOptions } from "./parse";
import { stepsOf } from "./pointer";
import { ruleIds, rules } from "./rules";
import type { RuleId } from "./rules";
import { examples } from "./rules-of/testing";

const defaults: ParseOptions = {
  sizeRule: "body",
  httpsOnly: false,
  now: Date.parse("2026-01-01T00:00:00Z"),
};
const encoder = new TextEncoder();

function readBody(body: unknown, options: Partial<ParseOptions> = {}) {
  const bytes =
    body instanceof Uint8Array
      ? body
      : encoder.encode(typeof body === "string" ? body : JSON.stringify(body));
  const result = parseRequest(bytes, { ...defaults, ...options });
  return { ok: result.ok, all: [...(result.ok ? [] : result.problems), ...result.warnings] };
}

/**
 * Rules on the credential, the service and the template; and depth, which `json.depth` refuses
 * before.
 */
const madeElsewhere: readonly RuleId[] = [
  "template.unknown",
  "template.parameter.required",
  "template.parameter.unknown",
  "template.parameter.length",
  "template.parameter.type",
  "template.placeholder.unknown",
  "template.payload.size",
  "customtags.depth",
  "auth.missing",
  "auth.failed",
  "auth.scope",
  "service.inactive",
  "source.refused",
  "rate.limit",
  "idempotency.conflict",
  "idempotency.key",
  "message.expired",
  "body.coding",
  "device.language",
  "device.timezone",
  "appid.unknown",
  "app.push.disabled",
  "app.provider.missing",
  "internal.error",
  "internal.unknown",
  "user.unknown",
  "user.userid",
  "user.repeated",
  "users.count",
  "user.attribute.name",
  "user.attribute.value",
  "user.attribute.bytes",
  "user.attribute.type",
  "user.attribute.count",
  "user.attributes.unsigned",
  "user.attributes.nobody",
  "user.language",
  "user.timezone",
  "segment.unknown",
  "segment.name",
  "segment.conflict",
  "segment.rule",
  "segment.member",
  "segment.group",
  "segment.levels",
  "segment.leaves",
  "segment.field",
  "segment.attribute",
  "segment.op",
  "segment.op.field",
  "segment.value",
  "segment.duration",
  "segment.busy",
  "segment.timeout",
  "member.required",
  "campaign.unknown",
  "campaign.pause",
  "campaign.resume",
  "campaign.stop",
];

/** Whether a pointer is one that the table's pattern allows. */
function matches(pointer: string, pattern: string): boolean {
  const steps = stepsOf(pointer);
  const patternSteps = stepsOf(pattern);
  for (const [index, step] of patternSteps.entries()) {
    if (step === "**") {
      const rest = patternSteps.slice(index + 1);
      return rest.every((one, at) => one === steps[steps.length - rest.length + at]);
    }
    if (index >= steps.length) return false;
    if (step !== "*" && step !== steps[index]) return false;
  }
  return steps.length === patternSteps.length;
}

describe("the table of rules", () => {
  it("has an example for every rule that a body can break, and no other", () => {
    expect([...Object.keys(examples), ...madeElsewhere].sort()).toEqual([...ruleIds].sort());
  });

  it.each(Object.entries(examples))(
    "%s: the failing body is reported, the passing one is not",
    (id, { fails, passes, at, options }) => {
      const rule = rules[id as RuleId];
      const failing = readBody(fails, options);
      const problems = failing.all.filter((one) => one.rule === id);
      expect(failing.all.map((one) => one.rule)).toContain(id);
      expect(problems[0]?.code).toBe(rule.code);
      expect(problems[0]?.message).not.toMatch(/\{\w+\}/);
      const pointers = problems.map(({ pointer }) => pointer);
      const placed = at
        ? at.join() === pointers.join()
        : pointers.every((pointer) => pointer === "" || matches(pointer, rule.pointer));
      expect({ pointers, placed }).toEqual({ pointers, placed: true });
      expect(failing.ok && rule.severity === "error").toBe(false);
      const passing = readBody(passes, options);
      expect(passing.all.filter((one) => one.rule === id)).toEqual([]);
      expect(passing).toMatchObject({ ok: true });
    },
  );

  it("explains every rule and names its clause", () => {
    for (const id of ruleIds) {
      expect(rules[id].explanation).toMatch(/\.$/);
      expect(rules[id].clause).toMatch(/^(interface|contract) \d/);
    }
  });
});
