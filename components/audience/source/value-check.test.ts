import { describe, expect, it, test } from "vitest";
import { templateParametersSchema } from "@/lib/template/parameters";
import type { Mapping } from "./columns";
import { Examiner, readRow } from "./examine-rows";
import { columnFaults, headerFor, valueFault } from "./value-check";

const parameters = templateParametersSchema.parse([
  { name: "name", required: true, maxLength: 4 },
  { name: "days", type: "number" },
  { name: "size", type: "choice", choices: ["S", "M"] },
]);
const [name, days, size] = parameters as [
  (typeof parameters)[0],
  (typeof parameters)[0],
  (typeof parameters)[0],
];
const template = { templateId: "sale", name: "Sale", parameters };

it.each([
  [name, "Ann", undefined],
  [name, "", "is missing"],
  [name, " \u00A0", "is missing"],
  [days, " ", undefined],
  [name, undefined, "is missing"],
  [name, "Zoë!", "is too long: 5 of 4 bytes"],
  [days, "", undefined],
  [days, "soon", "must be a number, such as 12 or -3.5"],
  [size, "L", "must be one of 'S', 'M'"],
])("%o with %j", (parameter, value, fault) => expect(valueFault(parameter, value)).toBe(fault));

test("columns are distinguished: missing, required, not used", () => {
  expect(columnFaults(template, ["days", "city"])).toEqual({
    missing: ["size"],
    required: ["name"],
    unused: ["city"],
  });
  expect(headerFor(parameters)).toEqual(["userid", "name", "days", "size"]);
});

test("rows whose values the template does not take are named with their column, and stay recipients", () => {
  const mapping = {
    headed: true,
    width: 3,
    column: 0,
    kind: "userid" as const,
    parameters: [
      { column: 1, name: "name" },
      { column: 2, name: "days" },
    ],
  };
  const examiner = new Examiner(mapping, { check: template });
  const rows = [
    ["u1", "Ann", "3"],
    ["u2", "", "soon"],
    ["u3", "Lee", "x"],
    ["u3", "Lee", "y"],
    ["", "Lee", "z"],
  ];
  for (const [index, cells] of rows.entries())
    examiner.add({ line: index + 2, lastLine: index + 2, cells });
  expect(examiner.report()).toMatchObject({
    recipients: 3,
    refused: {
      count: 2,
      first: [
        { line: 3, why: "name is missing; days must be a number, such as 12 or -3.5" },
        { line: 4, why: "days must be a number, such as 12 or -3.5" },
      ],
    },
    repeats: { count: 1 },
    unreadable: { count: 1 },
  });
});

test("a column that is not there is said once, not of each row", () => {
  const mapping = { headed: true, width: 1, column: 0, kind: "userid" as const, parameters: [] };
  const examiner = new Examiner(mapping, { check: template });
  examiner.add({ line: 2, lastLine: 2, cells: ["u1"] });
  expect(examiner.report().refused.count).toBe(0);
});

describe("refused values", () => {
  const visit = {
    ...template,
    parameters: templateParametersSchema.parse([{ name: "day", type: "date", required: true }]),
  };
  const mapping: Mapping = {
    headed: true,
    width: 2,
    column: 0,
    kind: "userid",
    parameters: [{ column: 1, name: "day" }],
  };
  const examined = (days: readonly string[], read: Mapping = mapping) => {
    const examiner = new Examiner(read, { check: visit });
    for (const [index, day] of days.entries())
      examiner.add({ line: index + 2, lastLine: index + 2, cells: [`u${index}`, day] });
    return examiner.report();
  };

  test("are grouped by their parameter and reason, with the orders in which all of them are dates", () => {
    expect(examined(["07/02/2026", "13/02/2026", "", "2026-02-07", "01/03/2026"]).refusals).toEqual(
      [
        {
          parameter: "day",
          why: expect.stringContaining("must be a date"),
          count: 3,
          line: 2,
          value: "07/02/2026",
          orders: ["dmy"],
        },
        { parameter: "day", why: "is missing", count: 1, line: 4, value: "", orders: [] },
      ],
    );
    expect(examined(["07/02/2026"]).refusals).toMatchObject([{ orders: ["dmy", "mdy"] }]);
    expect(examined(["07/02/2026", "soon"]).refusals).toMatchObject([{ orders: [] }]);
  });

  test("are none once they are read in the order in which they are written", () => {
    const read: Mapping = { ...mapping, parameters: [{ column: 1, name: "day", dates: "dmy" }] };
    expect(examined(["07/02/2026", "13.2.2026", "2026-02-07"], read)).toMatchObject({
      recipients: 3,
      refused: { count: 0 },
      refusals: [],
    });
    expect(readRow({ line: 2, lastLine: 2, cells: ["u1", "07/02/2026"] }, read)).toMatchObject({
      recipient: { parameters: { day: "2026-02-07" } },
    });
  });
});
