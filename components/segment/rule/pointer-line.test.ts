import { expect, it } from "vitest";
import { pointerLine } from "./pointer-line";

const text = `{
  "all": [
    {"field": "platform", "op": "is",
     "value": "ios"},
    {"any": [
      {"field": "a\\"b", "op": "in", "value": ["x",
        "y"]}
    ]}
  ]
}`;

it.each([
  ["", 1],
  ["all", 2],
  ["all/0", 3],
  ["all/0/op", 3],
  ["all/0/value", 4],
  ["all/1/any", 5],
  ["all/1/any/0", 6],
  ["all/1/any/0/value/0", 6],
  ["all/1/any/0/value/1", 7],
  ["all/1/any/0/button", 6],
  ["all/9", 2],
])("the value at %s begins on line %i", (pointer, line) => {
  expect(pointerLine(text, pointer === "" ? [] : pointer.split("/"))).toBe(line);
});
