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
  const asked = (...given: [Record<string, unknown>?, Record<string, string>?]) =>
    columnDoubts(parameters, list, given[0] ?? {}, given[1]).map(({ pointer }) => pointer);
  expect(asked()).toEqual(["/message/parameters/days"]);
  expect(asked({ days: "4" })).toEqual([]);
  expect(asked({}, { days: "eta" })).toEqual([]);
  expect(asked({}, { days: "" })).toEqual([]);
  expect(asked({}, { days: "gone" })).toEqual(["/message/parameters/days"]);
  expect(columnDoubts(parameters, { name: "Plain", parameters: [] }, {})).toEqual([]);
  expect(columnDoubts(parameters, list, {})[0]?.text).toContain("“3” for all");
});
