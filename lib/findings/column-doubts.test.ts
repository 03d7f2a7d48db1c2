import { expect, it } from "vitest";
import { templateParametersSchema } from "@/lib/template/parameters";
import { columnDoubts } from "./column-doubts";

const parameters = templateParametersSchema.parse([
  { name: "name", required: true, sample: "Maya", description: "" },
  { name: "order", required: true, sample: "", description: "" },
  { name: "days", required: false, default: "3", sample: "9", description: "" },
]);

it("asks about defaults that were not chosen, and about nothing else", () => {
  const list = { name: "Spring", parameters: ["name", "eta"] };
  const doubtsOf = (...choices: [Record<string, unknown>?, Record<string, string>?]) =>
    columnDoubts(parameters, list, choices[0] ?? {}, choices[1]).map(({ pointer }) => pointer);
  expect(doubtsOf()).toEqual(["/message/parameters/days"]);
  expect(doubtsOf({ days: "4" })).toEqual([]);
  expect(doubtsOf({}, { days: "eta" })).toEqual([]);
  expect(doubtsOf({}, { days: "" })).toEqual([]);
  expect(doubtsOf({}, { days: "gone" })).toEqual(["/message/parameters/days"]);
  expect(columnDoubts(parameters, { name: "Plain", parameters: [] }, {})).toEqual([]);
  expect(columnDoubts(parameters, list, {})[0]?.text).toContain("“3” for all");
});
