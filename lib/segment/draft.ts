import type { AttributeType } from "@/lib/inputs/attribute";
import { bitsOf, hasBit, partOf } from "./bitmap";

/** What a rule is compiled for. */
export interface RuleContext {
  serviceId: string;
  /** The attributes of the service by their names, with what `service_user` calls them. */
  attributes: ReadonlyMap<string, { key: number; type: AttributeType }>;
  now: Date;
  /**
   * User ids; of others nothing is read. What became of messages is then read from their
   * deliveries, tests included: for a few hundred users that takes milliseconds.
   */
  among?: readonly string[];
}

/** A statement while its leaves are compiled. */
export interface LeafDraft {
  context: RuleContext;
  values: unknown[];
  joins: string[];
  /** Conditions on a device. */
  deviceTests: string[];
  /** Conditions on how many devices a user has. */
  countTests: string[];
  /** The parameter with the user ids of the context. */
  among: string | undefined;
  /** Adds a parameter; returns its place with its type. */
  add: (value: unknown, type: string) => string;
}

/** A draft without leaves. */
export function draftOf(context: RuleContext): LeafDraft {
  const values: unknown[] = [context.serviceId];
  const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  return {
    context,
    values,
    joins: [],
    deviceTests: [],
    countTests: [],
    among: context.among && add([...context.among], "text[]"),
    add,
  };
}

/**
 * The devices in use of the service's users, from `app a` on, as `device_user du`: it has what
 * rules ask about a device, so that a million of them are read in one narrow table.
 */
export function devicesInUse(test = ""): string {
  return `app a JOIN device_user du ON du.app_id = a.id WHERE a.service_id = $1 AND du.active${test}`;
}

/**
 * The joins of devices in use that leaves ask for: `v` has a column for each condition on a device,
 * `w` for each on their number. Sorted before they are counted, a million numbers take two thirds
 * of what a hash table takes.
 */
export function deviceJoins(draft: LeafDraft): readonly string[] {
  const { deviceTests, countTests, among } = draft;
  const some = among === undefined ? "" : ` AND du.userid = ANY(${among})`;
  const sorted = `SELECT du.number FROM ${devicesInUse(some)} ORDER BY 1`;
  return [
    ...joinedTests(draft, "v", devicesInUse(some), deviceTests),
    ...joinedTests(
      draft,
      "w",
      `(SELECT o.number, count(*) AS n FROM (${sorted}) o GROUP BY 1) du WHERE true`,
      countTests,
    ),
  ];
}

/**
 * Joins the columns `c1` and so on of tests over `du`: of some users a truth in a row for each, of
 * all a bitmap in a row for each part.
 */
function joinedTests(
  { among }: LeafDraft,
  alias: string,
  from: string,
  tests: readonly string[],
): readonly string[] {
  if (tests.length === 0) return [];
  const keyOf = among === undefined ? partOf : (number: string) => number;
  const columns = tests.map((test, at) => {
    const column =
      among === undefined ? `${bitsOf("du.number")} FILTER (WHERE ${test})` : `bool_or(${test})`;
    return `${column} AS c${at + 1}`;
  });
  return [
    `LEFT JOIN (SELECT ${keyOf("du.number")} AS key, ${columns.join(", ")}
    FROM ${from} AND (${tests.join(" OR ")}) GROUP BY 1) ${alias} ON ${alias}.key = ${keyOf("u.number")}`,
  ];
}

/** Whether a test is true of a user that {@link deviceJoins} joins: the latest of `tests`. */
export function joinedTruth({ among }: LeafDraft, alias: string, tests: readonly string[]): string {
  const column = `${alias}.c${tests.length}`;
  return among === undefined ? hasBit(column, "u.number") : `(${column} IS TRUE)`;
}
