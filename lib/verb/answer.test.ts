import { expect, expectTypeOf, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import type { idSchema } from "@/lib/inputs/row";
import { expectLogged } from "@/lib/log/testing";
import { answered, type ActionOf, type answer, type answerEach, type EachActionOf } from "./answer";
import { ConflictError, NotFoundError, rejectInput } from "./errors";
import type { Verb } from "./verb";

const throwing = (error: Error) => answered(() => Promise.reject(error));

it("returns a value, or what stands in the way and where", async () => {
  expect(await answered(async () => 7)).toEqual({ ok: true, value: 7 });
  expect(await answered(async () => rejectInput("Choose another name.", "/name"))).toEqual({
    ok: false,
    problems: [{ pointer: "/name", message: "Choose another name." }],
  });
  expect(await throwing(new ForbiddenError("You have no role in this service."))).toEqual({
    ok: false,
    problems: [{ pointer: "", message: "You have no role in this service." }],
  });
  expect(await throwing(new NotFoundError("This list"))).toMatchObject({
    problems: [
      { message: "This list does not exist, or was removed in the meantime. Load the page again." },
    ],
  });
});

it("returns a conflict with the other's version, in its own words or at the field that it names", async () => {
  const conflict = {
    revision: 2,
    by: "Ann",
    at: "2026-11-25T14:07:00.000Z",
    theirs: { name: "Sale" },
  };
  expect(await throwing(new ConflictError(conflict))).toEqual({
    ok: false,
    problems: [
      {
        pointer: "",
        message: "Ann changed this while you were editing. Load the page again to see the changes.",
      },
    ],
    conflict,
  });
  const problem = { pointer: "/revision", message: "Read it again." };
  expect(await throwing(new ConflictError(conflict, problem))).toEqual({
    ok: false,
    problems: [problem],
    conflict,
  });
});

it("answers unexpected errors with an id and nothing else", async () => {
  expectLogged(/^a server action was not answered as it should: Error: password hunter2$/);
  const answerText = JSON.stringify(await throwing(new Error("password hunter2")));
  expect(answerText).not.toContain("hunter2");
  expect(answerText).toMatch(/log id [0-9a-f-]{36}\)\./);
});

it("has a type for each of its actions that is inferred from the verb", () => {
  type Schema = typeof idSchema;
  type Count = Verb<Schema, number>;
  expectTypeOf<ActionOf<Count>>().toEqualTypeOf<ReturnType<typeof answer<Schema, number>>>();
  expectTypeOf<EachActionOf<Count>>().toEqualTypeOf<
    ReturnType<typeof answerEach<Schema, number>>
  >();
  expectTypeOf<ActionOf<Count>>().parameter(0).toEqualTypeOf<{ id: string }>();
});
