import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationKeys } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { RequestCounter, type Run } from "./count";
import { jsonBytes } from "./fill";
import { planRequests, type PlannedRecipient } from "./requests";

const pattern = {
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  message: { template: "order", parameters: { name: "you" } },
  channels: { push: { android: { text: "Hello" } } },
} as unknown as PushRequestInput;

/** One that is filled in its texts. */
const texts = {
  ...pattern,
  message: undefined,
  channels: { push: { android: { text: "${name}, $${name} ${name} ${other}" } } },
};

const sizeOf = ({ type, id }: PlannedRecipient) =>
  jsonBytes(id) * 8 + destinationKeys.indexOf(type);

/**
 * Runs as a list is read in pages: those of one recipient are left out where they are no piece of a
 * longer one.
 */
function runsOf(recipients: readonly PlannedRecipient[], page: number): Run[] {
  const runs: Run[] = [];
  for (const [place, recipient] of recipients.entries()) {
    const own = JSON.stringify(recipient.parameters);
    const last = runs.at(-1);
    if (last?.own === own && place % page > 0) {
      last.recipients += 1;
      last.sizes += ` ${sizeOf(recipient)}`;
    } else runs.push({ from: place, recipients: 1, own, sizes: String(sizeOf(recipient)) });
  }
  return runs.filter(
    ({ from, recipients: count }) => count > 1 || from % page === 0 || from % page === page - 1,
  );
}

describe("RequestCounter", () => {
  it("counts exactly the requests that are planned for a list", () => {
    const recipient = fc.record({
      type: fc.constantFrom(...destinationKeys),
      id: fc.oneof(
        fc.string({ minLength: 1, maxLength: 60 }),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 900 }),
      ),
      parameters: fc.constantFrom<Record<string, string>>(
        {},
        { name: "Ann" },
        { name: '💐"' },
        { name: "", other: "x" },
      ),
    });
    const list = fc.array(fc.tuple(recipient, fc.integer({ min: 1, max: 6 })), { maxLength: 60 });
    const sizeRule = fc.constantFrom("body" as const, "message" as const);
    fc.assert(
      fc.property(
        list,
        fc.integer({ min: 1, max: 40 }),
        sizeRule,
        fc.boolean(),
        fc.boolean(),
        (repeated, page, rule, inText, leaves) => {
          const recipients = repeated.flatMap(([one, times]) =>
            Array.from({ length: times }, (_, n) => ({ ...one, id: `${n}${one.id}` })),
          );
          const options = {
            sizeRule: rule,
            parameters: ["name", "other"],
            ...(inText && { inText: true as const, defaults: { other: "nobody’s" } }),
            ...(leaves && { leftOut: ["name"] }),
          };
          const request = inText ? texts : pattern;
          const counter = new RequestCounter(request, options);
          for (const run of runsOf(recipients, page)) counter.add(run);
          const leftOut = leaves
            ? recipients.filter(({ parameters }) => !Object.hasOwn(parameters, "name")).length
            : 0;
          expect(counter.total(recipients.length - leftOut)).toBe(
            [...planRequests(request, recipients, options)].length,
          );
        },
      ),
    );
  });

  it("puts no more than a thousand into one", () => {
    const recipients = Array.from({ length: 2_001 }, (_, n): PlannedRecipient => ({
      type: "userid",
      id: `u${n}`,
      parameters: {},
    }));
    const counter = new RequestCounter(pattern, { sizeRule: "message", parameters: [] });
    for (const run of runsOf(recipients, 300)) counter.add(run);
    expect(counter.total(recipients.length)).toBe(3);
  });
});
