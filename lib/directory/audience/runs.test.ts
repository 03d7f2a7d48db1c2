import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { normalId } from "@/lib/interface/recipient-id";
import type { PushRequestInput } from "@/lib/interface/request";
import { isSendable } from "@/lib/interface/text";
import { RequestCounter } from "@/lib/plan/count";
import { planRequests } from "@/lib/plan/requests";
import { misfitOf } from "@/lib/template/parameter-value";
import { createService } from "../service/create";
import { readRecipients } from "./list";
import { countUnfit, readRuns, type ParameterRule } from "./runs";
import { storeAudience } from "./store";

const pattern = {
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  message: { template: "order", parameters: { name: "you" } },
} as unknown as PushRequestInput;

const text = (length: number) =>
  fc.string({ unit: "grapheme", minLength: 1, maxLength: length }).filter(isSendable);
const recipient = fc.record({
  type: fc.constantFrom(...destinationKeys),
  id: fc.oneof(text(12), fc.constantFrom('"\\', "\u007f", "\t\n\u0001", "\u2028", "é💐")),
  parameters: fc.constantFrom<Record<string, string>>(
    {},
    { name: "Ann" },
    { name: "Ann", city: "Rome" },
    { city: "Rome", name: "Ann" },
    { name: '💐"\\\n', town: "x" },
    { name: "" },
    { town: "y" },
  ),
});
// In the form in which a list stores them.
const normalizedRecipient = recipient
  .map((one) => ({ ...one, id: normalId(one.type, one.id) }))
  .filter(({ id }) => id !== "");
const list = fc.uniqueArray(normalizedRecipient, {
  minLength: 1,
  maxLength: 40,
  selector: ({ type, id }) => `${type} ${id}`,
});

describe("runs of a list", () => {
  let sql: Database;
  let serviceId: string;
  let lists = 0;

  beforeAll(async () => {
    sql = await openTestDatabase();
    ({ id: serviceId } = await createService(
      { actor: { kind: "job", name: "test" } },
      { name: "Shop", sandbox: true, httpsOnly: false },
    ));
  });
  afterAll(() => sql.close());

  const store = (
    recipients: readonly {
      type: (typeof destinationKeys)[number];
      id: string;
      parameters: Record<string, string>;
    }[],
  ) =>
    storeAudience(
      { actor: { kind: "job", name: "test" } },
      { serviceId, name: `List ${(lists += 1)}`, recipients: [...recipients] },
    );

  it("count the requests for its recipients, read in pages of any size", async () => {
    const parameterNames = fc.subarray(["name", "town"]);
    await fc.assert(
      fc.asyncProperty(
        list,
        parameterNames,
        fc.integer({ min: 1, max: 30 }),
        async (recipients, parameters, page) => {
          const id = await store(recipients);
          const options = { sizeRule: "body" as const, parameters };
          const counter = new RequestCounter(pattern, options);
          const others = ["name", "city", "town"].filter((name) => !parameters.includes(name));
          for (let from = 0; from < recipients.length; from += page)
            for (const run of await readRuns(sql, id, { from, to: from + page }, others))
              counter.add(run);
          const requests = [
            ...planRequests(pattern, await readRecipients(sql, id, 0, 1_000), options),
          ];
          expect(counter.total(recipients.length)).toBe(requests.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("name the recipients whose values a template does not take", async () => {
    const names = ["name", "city", "town"] as const;
    const rule = fc.record({
      required: fc.boolean(),
      maxLength: fc.option(fc.integer({ min: 1, max: 4 })),
    });
    await fc.assert(
      fc.asyncProperty(list, fc.tuple(rule, rule, rule), async (recipients, limits) => {
        const id = await store(recipients);
        const rules = names.map((name, place): ParameterRule => ({
          name,
          ...(limits[place] ?? { required: false, maxLength: null }),
        }));
        const expected = rules.flatMap(({ name, required, maxLength }) => {
          const values = recipients.map(({ parameters }) => parameters[name]);
          const missing = required ? values.filter((value) => value === undefined).length : 0;
          const long = values.filter(
            (value) =>
              value !== undefined && maxLength !== null && Buffer.byteLength(value) > maxLength,
          ).length;
          return missing + long > 0 ? [{ name, missing, long }] : [];
        });
        const unfit = await countUnfit(sql, id, rules);
        expect(
          unfit.toSorted(
            (one, other) => names.indexOf(one.name as "name") - names.indexOf(other.name as "name"),
          ),
        ).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it("measure a control character as the endpoint does", async () => {
    const all = Array.from({ length: 31 }, (_, n) => String.fromCharCode(n + 1));
    for (const value of [...all, "\u0001".repeat(5), "\u0001a\u007f\u0085"]) {
      const id = await store([{ type: "userid", id: "u", parameters: { name: value } }]);
      const bytes = Array.from(value).reduce(
        (sum, one) => sum + (JSON.stringify(one).includes("\\u00") ? 3 : Buffer.byteLength(one)),
        0,
      );
      const rule = { type: "text" as const };
      for (const maxLength of [bytes - 1, bytes]) {
        const unfit = await countUnfit(sql, id, [{ name: "name", required: false, maxLength }]);
        expect(unfit.map(({ long }) => long)).toEqual(
          misfitOf({ ...rule, maxLength }, value) ? [1] : [],
        );
      }
    }
  });
});
