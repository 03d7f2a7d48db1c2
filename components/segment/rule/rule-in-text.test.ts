import { expect, it } from "vitest";
import { ruleInText, ruleText } from "./rule-in-text";
import { readRule } from "./rule-tree";

const read = ruleInText(1);
const rule = { all: [{ field: "platform", op: "is", value: "ios" }] };

it("reads what the form writes", () => {
  const body = ruleText(readRule(rule));
  expect(read(body)).toMatchObject({ ok: true, body });
});

it("a text that is no JSON says on which line", () => {
  expect(read('{\n"all": [\n')).toMatchObject({ ok: false, line: 3 });
});

it("a problem has its pointer and its line, and how many others there are", () => {
  const text = `{"all": [
  {"field": "platform", "op": "is", "value": "ios"},
  {"field": "platfrom", "op": "is", "value": "ios"},
  {"did": "eaten"}
]}`;
  const reading = read(text);
  expect(reading).toMatchObject({ ok: false, line: 3 });
  expect("message" in reading && reading.message).toMatch(/^\/all\/1\/field: .*\(1 more\)\.$/);
});

it.each(["[]", "7", "null"])("%s is no rule", (text) => {
  expect(read(text)).toMatchObject({ ok: false });
});

it("names that come twice are refused, for one of them would be dropped", () => {
  expect(read('{"all": [], "all": [{"field": "list", "op": "exists"}]}')).toMatchObject({
    ok: false,
  });
});
