import type { z } from "zod";
import { clearUser } from "@/lib/directory/user/clear";
import { mergeUsers, problemOf } from "@/lib/directory/user/merge";
import { patchUser, putUser, type WrittenUser } from "@/lib/directory/user/put";
import { readUser } from "@/lib/directory/user/read";
import { userBodySchema, userSchema, usersBodySchema } from "@/lib/inputs/user";
import { problem, type Problem } from "@/lib/interface/problem";
import { failureReply } from "@/lib/interface/reply";
import { rules } from "@/lib/interface/rules";
import { newTransid } from "@/lib/runtime/transid";
import { answers } from "./answers";
import type { ServiceCaller } from "./authenticate";
import { storedJsonBody } from "./bodies";
import { CallError } from "./call-error";
import {
  methods,
  resource,
  serviceKey,
  type BodyStep,
  type Call,
  type PathParams,
} from "./resource";
import { rowReply, type Reply } from "./serialize";

/** 100 attributes with the longest names and values, and room to spare. */
const userBytes = 65_536;
/** Of a batch. */
const batchBytes = 4 * 1_048_576;

/** Why the address names no user; the rules have it at `/users/*`. */
function useridOf({ userid = "" }: PathParams): string {
  const decodedId = decoded(userid);
  const parsed = userSchema.shape.userid.safeParse(decodedId, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new CallError(
    400,
    "",
    parsed.error.issues.map((issue) => ({ ...problemOf(issue), pointer: "" })),
  );
}

/** A step that cannot be decoded names no user. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return "";
  }
}

/** Reads a body by a schema, and refuses it by the rules of the interface. */
function ruledBody<S extends z.ZodType>(schema: S, cap: number): BodyStep<z.input<S>> {
  const json = storedJsonBody({ cap });
  return {
    read: async (call) => {
      const raw = await json.read(call);
      const parsed = schema.safeParse(raw, { reportInput: true });
      if (!parsed.success) throw new CallError(400, "", parsed.error.issues.map(problemOf));
      return raw as z.input<S>;
    },
  };
}

/** A refusal as a reply of the interface, with every problem by its pointer (contract 2, 9). */
function refusal(error: CallError): Reply {
  const { status, headers } = error;
  return {
    status,
    body: failureReply({ transid: newTransid(), problems: refusalProblems(error) }),
    headers: status === 401 ? { "www-authenticate": "Bearer", ...headers } : headers,
  };
}

function refusalProblems(error: CallError): Problem[] {
  if (error.status === 404) return [problem("user.unknown", "")];
  // Of a body that is too large the sentence has the bytes of this address.
  if (error.problem)
    return [error.status === 413 ? { ...error.problem, message: error.message } : error.problem];
  return error.problems.map(({ pointer, message, rule = "member.type", code }) => ({
    pointer,
    message,
    rule,
    code: code ?? rules[rule].code,
  }));
}

const missing = "This service has no such user.";
const body = ruledBody(userBodySchema, userBytes);
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
    run: (input: OneUser) => putUser({ actor: input.caller.actor }, userInput(input)),
    answer: rowReply(answers.writeUser, {
      status: ({ created }: WrittenUser) => (created ? 201 : 200),
    }),
    refusal,
  }),
  PATCH: resource({
    caller,
    body,
    run: (input: OneUser) => patchUser({ actor: input.caller.actor }, userInput(input)),
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
    body: ruledBody(usersBodySchema, batchBytes),
    run: ({ caller: { actor }, body: { users } }) =>
      mergeUsers({ actor }, { serviceId: actor.serviceId, users }),
    answer: rowReply(answers.mergeUsers),
    refusal,
  }),
});
