import { createHash } from "node:crypto";
import { database } from "@/lib/database/sql";
import {
  countLacking,
  countUnfit,
  readLacking,
  readRuns,
  readValues,
  type ParameterRule,
} from "@/lib/directory/audience/runs";
import type { PushRequestInput } from "@/lib/interface/request";
import { RequestCounter } from "@/lib/plan/count";
import { columnOf, type PlanOptions } from "@/lib/plan/own-values";
import { once } from "@/lib/runtime/once";
import { TtlCache } from "@/lib/runtime/ttl-cache";
import { asWork } from "@/lib/runtime/work-class";
import { misfitOf } from "@/lib/template/parameter-value";
import { readParameters, type TemplateParameter } from "@/lib/template/parameters";

/** What sending to a list comes to. */
export interface ListCount {
  requests: number;
  /** Recipients whose values the template does not take, or who have none, by parameter. */
  unfit: UnfitRecipients[];
  /** Recipients that it passes over, because they have no value. */
  leftOut: number;
}

/** Recipients whose value for a parameter the template does not take. */
export interface UnfitRecipients {
  parameter: string;
  /** `as written`: they have none, and it was chosen that they read the placeholder. */
  why: "missing" | "wrong type" | "too long" | "as written";
  recipients: number;
  /** Ids of the first of those who have no value; left out where they have one. */
  first?: readonly string[];
  /** It stands in the texts; else it is one of the template. */
  inText?: true;
}

interface CountSubject {
  pattern: PushRequestInput;
  /** The pattern as it is written. */
  body: string;
  audience: { id: string; revision: number; recipients: number; parameters: readonly string[] };
  cut: PlanOptions;
  declared: readonly TemplateParameter[];
}

/** Bounds what is in memory. */
const pageRecipients = 20_000;
/** Pages that the database reads at a time, each on a core of its own. */
const pagesAtOnce = 2;
const cacheMs = 600_000;
/** How many of those who have no value are named. */
export const mostNamed = 3;
const countCache = () => once("list-counts", () => new TtlCache<Promise<ListCount>>(200));

/**
 * Counts what sending to a list comes to, without making a request. What was counted a while ago,
 * or is being counted, is not counted again: all that it depends on is in its name, the revision of
 * the list too.
 */
export async function countList(counted: CountSubject): Promise<ListCount> {
  const { body, audience, cut, declared } = counted;
  const name = createHash("sha256")
    .update(JSON.stringify([body, audience.id, audience.revision, cut, declared]))
    .digest("base64url");
  const cachedCount = countCache().get(name);
  if (cachedCount) return cachedCount;
  // A person may come to wait for what a send began to count.
  const count = asWork("interactive", () => countNow(counted));
  countCache().set(name, count, cacheMs);
  count.catch(() => countCache().delete(name));
  return count;
}

async function countNow(counted: CountSubject): Promise<ListCount> {
  const { audience, cut } = counted;
  const needed = neededBy(cut);
  const leftOut = needed.length === 0 ? 0 : await countLacking(database(), audience.id, needed, []);
  return {
    requests: await requestsOf(counted, leftOut),
    unfit: await named(counted, await unfitOf(counted, leftOut)),
    leftOut,
  };
}

/** The columns without a value in which a recipient is left out. */
function neededBy(cut: PlanOptions): string[] {
  return (cut.leftOut ?? []).map((name) => columnOf(name, cut));
}

/** With the first of those who have no value. */
async function named(
  { audience, cut }: CountSubject,
  unfit: readonly UnfitRecipients[],
): Promise<UnfitRecipients[]> {
  const namedUnfit: UnfitRecipients[] = [];
  for (const one of unfit) {
    const lacks = one.why === "missing" || one.why === "as written";
    const first = lacks
      ? await readLacking(
          database(),
          audience.id,
          columnOf(one.parameter, cut),
          neededBy(cut),
          mostNamed,
        )
      : undefined;
    namedUnfit.push({ ...one, ...(first && { first }) });
  }
  return namedUnfit;
}

/**
 * Counts the requests that a list takes when one begins at each of some positions, too: without
 * remembering it.
 */
export async function countRequests(
  counted: Omit<CountSubject, "body" | "declared">,
  borders: ReadonlySet<number>,
): Promise<number> {
  const { audience, cut } = counted;
  const needed = neededBy(cut);
  const leftOut = needed.length === 0 ? 0 : await countLacking(database(), audience.id, needed, []);
  return requestsOf(counted, leftOut, borders);
}

async function requestsOf(
  { pattern, audience, cut }: Omit<CountSubject, "body" | "declared">,
  leftOut: number,
  borders?: ReadonlySet<number>,
): Promise<number> {
  const used = new Set(cut.parameters.map((name) => columnOf(name, cut)));
  const others = audience.parameters.filter((name) => !used.has(name));
  const counter = new RequestCounter(pattern, cut, borders);
  const pages = pagesOf(audience);
  for (let at = 0; at < pages.length; at += pagesAtOnce) {
    const some = pages.slice(at, at + pagesAtOnce);
    const runs = await Promise.all(
      some.map((page) => readRuns(database(), audience.id, page, others)),
    );
    for (const run of runs.flat()) counter.add(run);
  }
  return counter.total(audience.recipients - leftOut);
}

/** Places in a list that are read together, in their order; the second one excluded. */
function pagesOf({ recipients }: Pick<CountSubject["audience"], "recipients">) {
  return Array.from({ length: Math.ceil(recipients / pageRecipients) }, (_, page) => ({
    from: page * pageRecipients,
    to: (page + 1) * pageRecipients,
  }));
}

async function unfitOf(
  { pattern, audience, declared, cut }: CountSubject,
  leftOut: number,
): Promise<UnfitRecipients[]> {
  if (cut.inText)
    return lackingInText({ ...audience, recipients: audience.recipients - leftOut }, cut);
  const parameterValues = pattern.message?.parameters ?? {};
  const problems = new Map(
    readParameters(declared, parameterValues).problems.map(({ pointer, rule }) => [pointer, rule]),
  );
  const wrongIn = (name: string) => problems.get(`/message/parameters/${name}`);
  const rules = declared
    .map(({ name, type, maxLength }): ParameterRule => ({
      name,
      required: wrongIn(name) !== undefined,
      // What is more than a text is judged value by value.
      maxLength: type === "text" ? (maxLength ?? null) : null,
    }))
    .filter(({ required, maxLength }) => required || maxLength !== null);
  const unfitCounts = new Map<string, { missing: number; long: number }>();
  // Two of them may take their values from one column.
  for (const some of apart(rules, cut)) {
    const columns = some.map((rule) => ({ ...rule, name: columnOf(rule.name, cut) }));
    const counts = await countUnfit(database(), audience.id, columns, neededBy(cut));
    for (const { name } of some) {
      const count = counts.find((one) => one.name === columnOf(name, cut));
      if (count) unfitCounts.set(name, count);
    }
  }
  const unfit: UnfitRecipients[] = [];
  for (const parameter of declared) {
    const { name } = parameter;
    const { missing: lacking, long } = unfitCounts.get(name) ?? { missing: 0, long: 0 };
    const missing = cut.leftOut?.includes(name) === true ? 0 : lacking;
    const counts = { missing: 0, "wrong type": 0, "too long": long };
    // Where the message has a value for all and still something is wrong, that one does not fit.
    counts[
      Object.hasOwn(parameterValues, name)
        ? whyOf(wrongIn(name) === "template.parameter.type")
        : "missing"
    ] += missing;
    if (parameter.type !== "text")
      await addMisfits(counts, parameter, audience, {
        column: columnOf(name, cut),
        needed: neededBy(cut),
      });
    for (const why of ["missing", "wrong type", "too long"] as const)
      if (counts[why] > 0) unfit.push({ parameter: name, why, recipients: counts[why] });
  }
  return unfit;
}

/**
 * Recipients without a value for a parameter that stands in texts and has no default, unless they
 * are left out.
 */
async function lackingInText(
  { id, recipients: all, parameters }: CountSubject["audience"],
  cut: PlanOptions,
): Promise<UnfitRecipients[]> {
  const sought = cut.parameters.filter(
    (name) => !Object.hasOwn(cut.defaults ?? {}, name) && cut.leftOut?.includes(name) !== true,
  );
  const needed = neededBy(cut);
  const counts = new Map<string, number>();
  const unfit: UnfitRecipients[] = [];
  for (const parameter of sought) {
    const column = columnOf(parameter, cut);
    // Only columns that there are take a look at the list, each once.
    const recipients =
      counts.get(column) ??
      (parameters.includes(column) ? await countLacking(database(), id, [column], needed) : all);
    counts.set(column, recipients);
    const why = cut.asWritten?.includes(parameter) === true ? "as written" : "missing";
    if (recipients > 0) unfit.push({ parameter, why, recipients, inText: true });
  }
  return unfit;
}

const whyOf = (type: boolean) => (type ? "wrong type" : "too long");

/**
 * Adds those of a list whose own value is not what the parameter takes, each different value judged
 * once a page.
 */
async function addMisfits(
  counts: Record<"wrong type" | "too long", number>,
  parameter: TemplateParameter,
  { id, recipients, parameters }: CountSubject["audience"],
  { column, needed }: { column: string; needed: readonly string[] },
): Promise<void> {
  if (!parameters.includes(column)) return;
  for (const page of pagesOf({ recipients }))
    for (const { value, recipients: those } of await readValues(
      database(),
      id,
      column,
      page,
      needed,
    )) {
      const misfit = misfitOf(parameter, value);
      if (misfit) counts[whyOf(misfit.kind === "type")] += those;
    }
}

/** The rules in as few groups as it takes for each column to be in a group once. */
function apart(rules: readonly ParameterRule[], cut: PlanOptions): ParameterRule[][] {
  const groups: ParameterRule[][] = [];
  for (const rule of rules) {
    const group = groups.find((one) =>
      one.every(({ name }) => columnOf(name, cut) !== columnOf(rule.name, cut)),
    );
    if (group) group.push(rule);
    else groups.push([rule]);
  }
  return groups;
}
