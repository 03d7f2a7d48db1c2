import type { Sql } from "@/lib/database/sql";
import { batchUserSchema, importUsersSchema, mergeUsersSchema } from "@/lib/inputs/user";
import { memberName, ruleOfIssue } from "@/lib/interface/issue";
import { pointerOf } from "@/lib/interface/pointer";
import { problem, type Problem } from "@/lib/interface/problem";
import { rules } from "@/lib/interface/rules";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { storeUsers, type NamedChange } from "./store";

/**
 * What became of a batch: how many users were stored, and the first fault of each of the others.
 */
export interface MergedUsers {
  stored: number;
  /** `index`: the place in the batch. Pointers are into the call. */
  failed: { index: number; pointer: string; message: string }[];
}

/**
 * Merges some users of a service, as `patchUser` does each. What is wrong with one keeps no other
 * from being stored.
 */
export const mergeUsers = verb({
  action: "users.merge",
  input: mergeUsersSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { users }) => {
    const { stored, faults } = await mergeAll(tx, serviceId, users);
    const failed = faults.map(({ at, fault: { pointer, message } }) => ({
      index: at,
      pointer: `/users/${at}${pointer}`,
      message,
    }));
    const row: MergedUsers = { stored, failed };
    return stored === 0
      ? { unchanged: row }
      : { row, entity: serviceId, event: { stored, failed: failed.length } };
  },
});

/** What became of some lines of a file. */
export interface ImportedUsers {
  stored: number;
  problems: { line: number; message: string }[];
}

/** Merges the users of some lines of a file; the same lines again change nothing. */
export const importUsers = verb({
  action: "users.import",
  input: importUsersSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { lines }) => {
    const users = lines.map(({ user }) => user);
    const { stored, faults } = await mergeAll(tx, serviceId, users);
    const lineOf = (at: number) => lines[at]?.line ?? 0;
    const problems = faults.map(({ at, fault, first }) => ({
      line: lineOf(at),
      message:
        first === undefined
          ? `${fault.message}.`
          : `Line ${lineOf(first)} has the same user ID. Remove one of the two.`,
    }));
    const row: ImportedUsers = { stored, problems };
    return stored === 0
      ? { unchanged: row }
      : { row, entity: serviceId, event: { stored, failed: problems.length } };
  },
});

interface Fault {
  at: number;
  fault: Problem;
  /** The place of the same user before it. */
  first?: number;
}

/** Reads and stores users; returns the first fault of each that was not stored, in their order. */
async function mergeAll(
  tx: Sql,
  serviceId: string,
  users: readonly unknown[],
): Promise<{ stored: number; faults: Fault[] }> {
  const faults: Fault[] = [];
  const changes: { at: number; change: NamedChange }[] = [];
  const first = new Map<string, number>();
  for (const [at, user] of users.entries()) {
    const fault = readInto(user, at, first, changes);
    if (fault) faults.push(fault);
  }
  const outcome = await storeUsers(
    tx,
    serviceId,
    changes.map(({ change }) => change),
    { replaces: false },
  );
  for (const [place, [fault]] of outcome.problems)
    if (fault) faults.push({ at: changes[place]?.at ?? 0, fault });
  return {
    stored: outcome.stored.size,
    faults: faults.toSorted((one, other) => one.at - other.at),
  };
}

function readInto(
  user: unknown,
  at: number,
  first: Map<string, number>,
  changes: { at: number; change: NamedChange }[],
): Fault | undefined {
  const parsed = batchUserSchema.safeParse(user, { reportInput: true });
  if (!parsed.success) return { at, fault: problemOf(parsed.error.issues[0]) };
  const { userid } = parsed.data;
  const earlier = first.get(userid);
  if (earlier !== undefined)
    return { at, fault: problem("user.repeated", "/userid", { first: earlier }), first: earlier };
  first.set(userid, at);
  changes.push({ at, change: parsed.data });
  return undefined;
}

interface Issue {
  code?: string;
  path: readonly PropertyKey[];
  message: string;
  input?: unknown;
}

/**
 * An issue of the schemas of users and segments as a problem of the interface. They are read with
 * `reportInput`.
 */
export function problemOf(issue: Issue = { path: [], message: "cannot be read" }): Problem {
  const pointer = pointerOf(issue.path);
  if (issue.code === "invalid_type" && issue.input === undefined && pointer !== "")
    return problem("member.required", pointer, { name: memberName(issue.path) });
  const { rule } = ruleOfIssue(issue);
  return { pointer, rule, code: rules[rule].code, message: issue.message };
}
