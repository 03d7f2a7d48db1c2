import { expect, it } from "vitest";
import { importNotes } from "./transfer-menu";

const none = { left: 0, untranslated: 0, outdated: 0, misnamed: 0 };

it.each([
  [none, undefined],
  [
    { ...none, misnamed: 1, left: 2 },
    "1 names placeholders that the default text does not have. 2 were left out: this template has no such text.",
  ],
  [{ ...none, misnamed: 3 }, "3 name placeholders that the default text does not have."],
  [
    { ...none, outdated: 1, untranslated: 1 },
    "1 is as it was and stays outdated. 1 is not translated in the file.",
  ],
  [
    { ...none, outdated: 2, untranslated: 2 },
    "2 are as they were and stay outdated. 2 are not translated in the file.",
  ],
])("the notes on %j are: %s", (counts, text) => {
  expect(importNotes(counts)).toBe(text);
});
