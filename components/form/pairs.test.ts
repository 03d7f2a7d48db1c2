import { expect, it } from "vitest";
import { rowsOf } from "@/lib/compose/tags";
import { pairsOf } from "./pairs";

const pairs = (text: string) => pairsOf(text, rowsOf);

const ab = [
  { key: "a", value: "1" },
  { key: "b", value: "two words" },
];

it.each([
  ["a=1\nb=two words"],
  ["a: 1\r\nb: two words\r\n"],
  ["a\t1\nb\ttwo words"],
  ["  a = 1 \n\n b = two words "],
  ['{"a":"1","b":"two words"}'],
])("reads %j as pairs", (text) => expect(pairs(text)).toEqual(ab));

it("leaves a value that holds such a sign whole", () => {
  expect(pairs("link=https://a.example/?x=1:2\nb=")).toEqual([
    { key: "link", value: "https://a.example/?x=1:2" },
    { key: "b", value: "" },
  ]);
  expect(pairs("city\tLyon: old town")).toEqual([{ key: "city", value: "Lyon: old town" }]);
  expect(pairs('{"a":{"b":[1]},"n":1.10}')).toMatchObject([
    { key: "a", value: '{"b":[1]}' },
    { key: "n", value: "1.10" },
  ]);
});

it.each([
  "",
  "plain",
  "a=1",
  "https://a.example",
  "first line\nsecond line",
  "{no json",
  "[1,2]",
  "=1\n=2",
])("takes %j for no pairs", (text) => expect(pairs(text)).toBeUndefined());
