import fc from "fast-check";
import { expect, it } from "vitest";
import { closePairs, quotaAMinute, sharedQuotas, type TimedCampaign } from "./collisions";

const minutes = (count: number) => count * 60_000;
const campaign = (id: string, at: number, part: Partial<TimedCampaign> = {}): TimedCampaign => ({
  id,
  at,
  isAhead: true,
  recipients: 10,
  projects: ["p"],
  ...part,
});
/** Pairs as a set, whichever of the two comes first. */
const named = (pairs: TimedCampaign[][]) =>
  pairs
    .map((pair) =>
      pair
        .map(({ id }) => id)
        .toSorted()
        .join("-"),
    )
    .toSorted();
const ids = (pairs: TimedCampaign[][]) => pairs.map((pair) => pair.map(({ id }) => id).join("-"));

it("pairs campaigns that are less than an hour apart", () => {
  const all = [
    campaign("c", minutes(119)),
    campaign("a", 0),
    campaign("b", minutes(59)),
    campaign("d", minutes(119)),
  ];
  expect(ids(closePairs(all, 10))).toEqual(["a-b", "c-d"]);
  expect(ids(closePairs(all, 1))).toEqual(["a-b"]);
});

it("pairs no two campaigns that went out, and no two runs of one campaign", () => {
  const all = [
    campaign("a", 0, { isAhead: false }),
    campaign("b", 1, { isAhead: false }),
    campaign("b", 2),
  ];
  expect(ids(closePairs(all, 10))).toEqual(["a-b"]);
});

it("returns exactly the pairs that a comparison of all returns", () => {
  const drawn = fc.array(fc.record({ at: fc.nat(minutes(300)), isAhead: fc.boolean() }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(drawn, (all) => {
      const campaigns = all.map((one, index) => campaign(String(index), one.at, one));
      const expected = campaigns.flatMap((one, index) =>
        campaigns
          .slice(index + 1)
          .filter(
            (other) => Math.abs(one.at - other.at) < minutes(60) && (one.isAhead || other.isAhead),
          )
          .map((other) => [one, other]),
      );
      expect(named(closePairs(campaigns, 10_000))).toEqual(named(expected));
    }),
  );
});

it("joins campaigns that begin while an earlier one uses up the quota of its project", () => {
  const all = [
    campaign("large", 0, { recipients: 2 * quotaAMinute }),
    campaign("during", minutes(1)),
    campaign("after", minutes(3)),
    campaign("elsewhere", minutes(1), { projects: ["q"], recipients: 3 * quotaAMinute }),
  ];
  expect(sharedQuotas(all)).toMatchObject([
    {
      project: "p",
      recipients: 2 * quotaAMinute + 10,
      campaigns: [{ id: "large" }, { id: "during" }],
    },
  ]);
});

it("leaves out campaigns that fit the quota together", () => {
  expect(
    sharedQuotas([
      campaign("a", 0, { recipients: quotaAMinute / 2 }),
      campaign("b", 0, { recipients: quotaAMinute / 2 }),
    ]),
  ).toEqual([]);
});
