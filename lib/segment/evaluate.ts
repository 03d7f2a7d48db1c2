import type { AttributeValue } from "@/lib/inputs/attribute";
import type { Platform } from "@/lib/interface/device-kinds";
import { typedLeaf, type AttributeTypes } from "./attributes";
import { attributeOf, positiveOf, type FieldKind, type PositiveOperator } from "./fields";
import {
  deedOf,
  isFieldLeaf,
  leavesOf,
  type Deed,
  type DeedLeaf,
  type FieldLeaf,
  type Leaf,
  type Rule,
  type RulePath,
} from "./rule";
import { dayAfter, hourBefore, cutTo, languageTag, momentBefore } from "./times";
import type { Scalar } from "./values";
import { verdictOf, type Verdict } from "./verdict";
import { countryOf } from "./zones";

/** A device in use of a user. */
export interface DocumentDevice {
  platform: Platform;
  appid: string;
  language: string | null;
  timezone: string | null;
}

/** What became of a message to a user. */
export interface DocumentDeed {
  deed: Deed;
  at: Date;
  /** Id of its campaign. */
  campaign: string | null;
  /** What requests call its template. */
  template: string | null;
  button: string | null;
}

/** All that rules ask about a user. */
export interface UserDocument {
  /** By the names of attributes, as they are stored. */
  attributes: Readonly<Record<string, AttributeValue>>;
  language: string | null;
  timezone: string | null;
  firstSeen: Date | null;
  lastSeen: Date | null;
  devices: readonly DocumentDevice[];
  /** Ids of the lists that have the user id. */
  lists: readonly string[];
  deeds: readonly DocumentDeed[];
}

/** What a rule is evaluated with. */
export interface RuleMoment {
  attributes: AttributeTypes;
  now: Date;
}

/** A leaf that decides about a user. */
export interface DecidingLeaf {
  leaf: Leaf;
  path: RulePath;
  /** Whether it is true of the user. */
  isTrue: boolean;
}

/**
 * The leaf that decides about a user of whom each leaf is true or not, in the order of `leavesOf`.
 */
export function decidingLeaf(rule: Rule, truths: readonly boolean[]): DecidingLeaf | undefined {
  const reason = verdictOf(rule, truths).reason.join("/");
  const leaves = leavesOf(rule).map((one, at) => ({ ...one, isTrue: truths[at] === true }));
  return leaves.find(({ path }) => path.join("/") === reason);
}

/**
 * Whether a user belongs to the segment of a rule, and the leaf that decides it: what the compiled
 * rule is compared with. @internal
 */
export function evaluateRule(rule: Rule, user: UserDocument, moment: RuleMoment): Verdict {
  return verdictOf(
    rule,
    leavesOf(rule).map(({ leaf }) => isTrue(leaf, user, moment)),
  );
}

function isTrue(leaf: Leaf, user: UserDocument, moment: RuleMoment): boolean {
  if (!isFieldLeaf(leaf)) return isDeedTrue(leaf, user, moment.now);
  const { op, negated } = positiveOf(leaf.op);
  const typed = typedLeaf(leaf, moment.attributes);
  return negated !== (typed !== undefined && holds(typed.leaf, op, user, moment, typed.kind));
}

function isDeedTrue(leaf: DeedLeaf, { deeds }: UserDocument, now: Date): boolean {
  const { deed, negated } = deedOf(leaf);
  const { campaign, template, button, within } = leaf;
  const from = within === undefined ? undefined : hourBefore(within, now);
  const matches = deeds.some(
    (one) =>
      one.deed === deed &&
      (campaign === undefined || one.campaign === campaign) &&
      (template === undefined || one.template === template) &&
      (button === undefined || one.button === button) &&
      (from === undefined || one.at.getTime() >= from.getTime()),
  );
  return matches !== negated;
}

function holds(
  { field, value }: FieldLeaf,
  op: PositiveOperator,
  user: UserDocument,
  { now }: RuleMoment,
  kind: FieldKind,
): boolean {
  if (kind === "moment") {
    const at = field === "firstSeen" ? user.firstSeen : user.lastSeen;
    return at !== null && isMoment(at, op, String(value), now);
  }
  const stored = storedOf(field, user, kind);
  if (op === "exists") return stored.length > 0;
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined);
  return stored.some((one) => values.some((other) => compares(one, op, other, kind, now)));
}

/** The values that a user has of a field. */
function storedOf(field: string, user: UserDocument, kind: FieldKind): readonly Scalar[] {
  const { devices } = user;
  switch (field) {
    case "platform":
      return devices.map(({ platform }) => platform);
    case "app":
      return devices.map(({ appid }) => appid);
    case "list":
      return user.lists;
    case "devices":
      return [devices.length];
    case "language":
      return ownOr(
        user.language,
        devices.map(({ language }) => language),
      );
    case "timezone":
    case "country": {
      const zones = ownOr(
        user.timezone,
        devices.map(({ timezone }) => timezone),
      );
      return kind === "country" ? zones.flatMap((zone) => countryOf(zone) ?? []) : zones;
    }
    default: {
      const name = attributeOf(field) ?? "";
      const value = Object.hasOwn(user.attributes, name) ? user.attributes[name] : undefined;
      return value === undefined ? [] : [value];
    }
  }
}

/** What the user has themselves counts, and where they have none what their devices have. */
function ownOr(own: string | null, others: readonly (string | null)[]): string[] {
  return own === null ? others.filter((one) => one !== null) : [own];
}

function compares(
  stored: Scalar,
  op: PositiveOperator,
  value: Scalar,
  kind: FieldKind,
  now: Date,
): boolean {
  if (kind === "date") return isDate(String(stored), op, String(value), now);
  if (kind === "language") {
    const [tag, range] = [languageTag(String(stored)), languageTag(String(value))];
    return tag === range || tag.startsWith(`${range}-`);
  }
  return comparisons[op]?.(stored, value) ?? stored === value;
}

type Comparison = (stored: Scalar, value: Scalar) => boolean;
/** Of the other operators both are equal. */
const comparisons: Readonly<Partial<Record<PositiveOperator, Comparison>>> = {
  contains: (stored, value) => String(stored).includes(String(value)),
  startsWith: (stored, value) => String(stored).startsWith(String(value)),
  gt: (stored, value) => Number(stored) > Number(value),
  gte: (stored, value) => Number(stored) >= Number(value),
  lt: (stored, value) => Number(stored) < Number(value),
  lte: (stored, value) => Number(stored) <= Number(value),
};

/** Compares days where one of the two is a day. */
function isDate(stored: string, op: PositiveOperator, value: string, now: Date): boolean {
  if (op === "within") {
    const from = cutTo(momentBefore(value, now).toISOString(), stored);
    return stored >= from && stored <= cutTo(now.toISOString(), stored);
  }
  const [one, other] = [cutTo(stored, value), cutTo(value, stored)];
  if (op === "before") return one < other;
  return op === "after" ? one > other : one === other;
}

function isMoment(at: Date, op: PositiveOperator, value: string, now: Date): boolean {
  const time = at.getTime();
  if (op === "exists") return true;
  if (op === "within") return time >= momentBefore(value, now).getTime();
  if (op === "before") return time < Date.parse(value);
  const nextDay = dayAfter(value);
  return nextDay === undefined ? time > Date.parse(value) : time >= nextDay.getTime();
}
