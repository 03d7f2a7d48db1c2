import type { z } from "zod";
import { clearUser } from "@/lib/directory/user/clear";
import { mergeUsers, problemOf } from "@/lib/directory/user/merge";
import { patchUser, putUser, type WrittenUser } from "@/lib/directory/user/put";
import { readUser } from "@/lib/directory/user/read";
import { batchUserSchema, userBodySchema, userSchema, usersBodySchema } from "@/lib/inputs/user";
import { problem } from "@/lib/interface/problem";
import { answers } from "./answers";
import type { ServiceCaller } from "./authenticate";
import { CallError } from "./call-error";
import { methods, resource, serviceKey, type Call, type PathParams } from "./resource";
import { ruledBody, ruledRefusal, withWarnings } from "./ruled";
import { rowReply } from "./serialize";

/**
 * 100 attributes with the longest names and values, also where a client escapes each character, and
 * room to spare.
 */
const userBytes = 262_144;
/** Of a batch. */
const batchBytes = 4 * 1_048_576;

/** Why the address names no user; the rules have it at `/users/*`. */
function useridOf({ userid = "" }: PathParams): string {
  const parsed = userSchema.shape.userid.safeParse(decoded(userid), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new CallError(
    400,
    "",
    parsed.error.issues.map((issue) => ({ ...problemOf(issue), pointer: "" })),
  );
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    const reason = "is not in UTF-8, percent-encoded";
    throw new CallError(400, "", [problem("user.userid", "", { reason })]);
  }
}

const missing = "This service has no such user.";
const refusal = ruledRefusal({ unknown: "user.unknown" });
const body = ruledBody(userBodySchema, { cap: userBytes });
const caller = serviceKey("user.patch");

interface OneUser {
  caller: ServiceCaller;
  body: z.input<typeof userBodySchema>;
  call: Call;
}

function userInput({ caller: { actor }, body: values, call: { named } }: OneUser) {
  const { attributes, language, timezone } = values;
  return { serviceId: actor.serviceId, userid: useridOf(named), attributes, language, timezone };
}

/**
 * `GET|PUT|PATCH|DELETE /resources/v1/users/{userid}`: a user's attributes, language and time zone
 * (contract 9).
 */
export const userAddress = methods({
  GET: resource({
    caller: serviceKey("user.read"),
    run: ({ caller: { actor }, call: { named } }) =>
      readUser({ actor }, { serviceId: actor.serviceId, userid: useridOf(named) }),
    answer: rowReply(answers.readUser),
    missing,
    refusal,
  }),
  PUT: resource({
    caller,
    body,
    run: async (input: OneUser) =>
      withWarnings(await putUser({ actor: input.caller.actor }, userInput(input)), {
        schema: userBodySchema,
        value: input.body,
      }),
    answer: rowReply(answers.writeUser, {
      status: ({ created }: WrittenUser) => (created ? 201 : 200),
    }),
    refusal,
  }),
  PATCH: resource({
    caller,
    body,
    run: async (input: OneUser) =>
      withWarnings(await patchUser({ actor: input.caller.actor }, userInput(input)), {
        schema: userBodySchema,
        value: input.body,
      }),
    answer: rowReply(answers.changeUser, {
      status: ({ created }: WrittenUser) => (created ? 201 : 200),
    }),
    refusal,
  }),
  DELETE: resource({
    caller: serviceKey("user.clear"),
    run: ({ caller: { actor }, call: { named } }) =>
      clearUser({ actor }, { serviceId: actor.serviceId, userid: useridOf(named) }),
    answer: rowReply(answers.clearUser),
    missing,
    refusal,
  }),
});

/** `POST /resources/v1/users`: merges at most 1,000 users, each by itself (contract 9). */
export const usersAddress = methods({
  POST: resource({
    caller: serviceKey("users.merge"),
    body: ruledBody(usersBodySchema, { cap: batchBytes, readLater: "/users/" }),
    run: async ({ caller: { actor }, body: value }) =>
      withWarnings(
        await mergeUsers({ actor }, { serviceId: actor.serviceId, users: value.users }),
        { schema: usersBodySchema, value },
        ...value.users.map((user, index) => {
          return { schema: batchUserSchema, value: user, pointer: `/users/${index}` };
        }),
      ),
    answer: rowReply(answers.mergeUsers),
    refusal,
  }),
});
