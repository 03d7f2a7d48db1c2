import { describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { problem } from "@/lib/interface/problem";
import { ConflictError, NotFoundError, RefusedError } from "@/lib/verb/errors";
import { CallError, CallerError } from "./call-error";
import { callErrorOf } from "./failure";

const wrong = { pointer: "/name", message: "It is in use." };
const answerTo = (...error: Parameters<typeof callErrorOf>) => {
  const refusal = callErrorOf(...error);
  return refusal && [refusal.status, refusal.body];
};

class ArchivedError extends RefusedError {
  override readonly status = 409;
  override readonly facts = { archived: true };
}

describe("an error of a verb", () => {
  it("is answered with its problems, and the status of its address", () => {
    const body = { error: wrong.message, problems: [wrong] };
    expect(answerTo(new RefusedError(wrong))).toEqual([400, body]);
    expect(answerTo(new RefusedError(wrong), { refused: 409 })).toEqual([409, body]);
  });

  it("decides its own status and adds its facts", () => {
    const conflict = { revision: 2, by: "Maya", at: null, theirs: { secret: 1 } };
    expect(answerTo(new ConflictError(conflict, wrong))).toEqual([
      409,
      { error: wrong.message, problems: [wrong] },
    ]);
    expect(answerTo(new ArchivedError(wrong))).toEqual([
      409,
      { error: wrong.message, problems: [wrong], archived: true },
    ]);
  });

  it("is 404 in the words of its address for what does not exist, and 403 without the right", () => {
    expect(answerTo(new NotFoundError(), { missing: "No such message." })).toEqual([
      404,
      { error: "No such message.", problems: [] },
    ]);
    expect(answerTo(new ForbiddenError("You may not."))).toEqual([
      403,
      { error: "You may not.", problems: [] },
    ]);
  });

  it("is no refusal where it is unexpected", () => {
    expect(answerTo(new TypeError("x"))).toBeUndefined();
    expect(answerTo(new NotFoundError())).toBeUndefined();
  });
});

describe("a refusal of a step", () => {
  it("is a sentence, with problems where it names some", () => {
    expect(answerTo(new CallError(401, "Sign in first."))).toEqual([
      401,
      { error: "Sign in first." },
    ]);
    expect(answerTo(new CallError(413, "Too large.", []))).toEqual([
      413,
      { error: "Too large.", problems: [] },
    ]);
  });

  it("is a reply of the interface where the caller may not call", () => {
    const refusal = new CallerError({ problem: problem("auth.missing", ""), status: 401 });
    expect(answerTo(refusal)).toMatchObject([401, { response: { errors: [refusal.problem] } }]);
  });
});
