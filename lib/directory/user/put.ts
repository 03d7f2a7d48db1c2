import { storeUserSchema, type UserChange } from "@/lib/inputs/user";
import type { Problem } from "@/lib/interface/problem";
import { RefusedError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb, type VerbScope } from "@/lib/verb/verb";
import { readUserRow, type StoredUser } from "./read";
import { storeUsers } from "./store";

/** A user as stored; `created`: for the first time. */
export interface WrittenUser extends StoredUser {
  created: boolean;
}

/**
 * Stores attributes, language and time zone of a user as a whole: what is left out is removed.
 * Throws `RefusedError` with pointers into the body for a value of another type than its attribute
 * has, and for one attribute too many.
 */
export const putUser = verb({
  action: "user.put",
  input: storeUserSchema,
  service: serviceNamed,
  run: async (scope, { userid, ...change }) => ({
    row: await store(scope, userid, change, true),
  }),
});

/** As {@link putUser}, but what is left out stays; null removes. */
export const patchUser = verb({
  action: "user.patch",
  input: storeUserSchema,
  service: serviceNamed,
  run: async (scope, { userid, ...change }) => ({
    row: await store(scope, userid, change, false),
  }),
});

async function store(
  { tx, serviceId }: VerbScope,
  userid: string,
  { attributes, language, timezone }: UserChange,
  replaces: boolean,
): Promise<WrittenUser> {
  const change = { userid, attributes, language, timezone };
  const { stored, problems } = await storeUsers(tx, serviceId, [change], { replaces });
  const refusals: readonly Problem[] | undefined = problems.get(0);
  if (refusals) throw new RefusedError(...refusals);
  const user = await readUserRow(tx, serviceId, userid);
  if (!user) throw new Error("The user was not stored.");
  return { ...user, created: stored.get(0)?.created === true };
}
