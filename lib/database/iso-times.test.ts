import { expect, test } from "vitest";
import { isoTimes } from "./iso-times";

test("dates become ISO 8601 UTC, and everything else stays", () => {
  const list = [new Date(0)];
  expect(isoTimes({ id: "a", at: new Date(0), sentAt: null, count: 3, list })).toEqual({
    id: "a",
    at: "1970-01-01T00:00:00.000Z",
    sentAt: null,
    count: 3,
    list,
  });
});
