import { expect, it } from "vitest";
import { leftOutFile } from "./left-out-file";

const mapping = {
  headed: true,
  width: 2,
  column: 0,
  kind: "userid" as const,
  parameters: [{ column: 1, name: "city" }],
};

it("holds every row that is left out, with its line and the reason, and no formula", async () => {
  const many = Array.from({ length: 30 }, (_, n) => `short-${n}`).join("\n");
  const file = new Blob([`id,city\nu1,Bern\n${many}\nu1,"Zürich, ""again"""\n,=1+1\n`]);
  const text = await (
    await leftOutFile({ kind: "csv", file, form: { delimiter: "," } }, mapping)
  ).text();
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toBe("Line,Left out because it,id,city");
  expect(lines).toHaveLength(33);
  expect(lines[1]).toBe("3,has 1 value where 2 are expected,short-0");
  expect(lines[31]).toBe('33,repeats line 2,u1,"Zürich, ""again"""');
  expect(lines[32]).toBe('34,has no identifier,,"\'=1+1"');
});
