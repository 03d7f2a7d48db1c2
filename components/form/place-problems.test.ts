import { describe, expect, it } from "vitest";
import { placeProblems } from "./place-problems";

const paths = ["name", "recipients", "credential.keyId", "tags"];
const place = (...pointers: string[]) =>
  placeProblems(
    pointers.map((pointer) => ({ pointer, message: `wrong at ${pointer}` })),
    paths,
  );

describe("a problem is shown", () => {
  it("at the field that its pointer names, as a sentence", () =>
    expect(placeProblems([{ pointer: "/name", message: "must not be empty" }], paths)).toEqual({
      fields: [{ path: "name", message: "Must not be empty." }],
      rest: [],
    }));

  it("at the nearest field that holds what it names", () => {
    expect(place("/recipients/3/id").fields).toEqual([
      { path: "recipients", message: "Wrong at /recipients/3/id." },
    ]);
    expect(place("/credential/keyId").fields.map(({ path }) => path)).toEqual(["credential.keyId"]);
    expect(place("/tags/a~1b").fields.map(({ path }) => path)).toEqual(["tags"]);
  });

  it("above the form when no field on the screen is about it", () => {
    expect(place("", "/appid", "/credential", "/credential/teamId", "/names").fields).toEqual([]);
    expect(place("", "/appid", "/appid").rest).toEqual(["wrong at ", "wrong at /appid"]);
  });

  it("once a field: the first counts", () =>
    expect(place("/recipients/9/id", "/recipients/1/id", "/name").fields).toHaveLength(2));
});
