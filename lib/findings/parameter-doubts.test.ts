import { expect, it } from "vitest";
import type { TemplateParameter } from "@/lib/template/parameters";
import { parameterDoubts } from "./parameter-doubts";

const parameter = (part: Partial<TemplateParameter>): TemplateParameter => ({
  name: "price",
  type: "text",
  required: true,
  sample: "",
  description: "",
  ...part,
});

it("names each parameter that cannot be published, and what is wrong with it", () => {
  const doubts = parameterDoubts([
    parameter({ name: "size", type: "choice", choices: [] }),
    parameter({ type: "number", required: false, default: "cheap" }),
    parameter({ name: "fine" }),
  ]);
  expect(
    doubts.map(({ severity, pointer, headline, text }) => [severity, pointer, headline, text]),
  ).toEqual([
    [
      "error",
      "/message/parameters/size",
      "Parameter “size” cannot be published",
      "The choices must list at least one value.",
    ],
    [
      "error",
      "/message/parameters/price",
      "Parameter “price” cannot be published",
      "The default must be a number, such as 12 or -3.5.",
    ],
  ]);
});

it("finds nothing in what can be published", () =>
  expect(parameterDoubts([parameter({}), parameter({ name: "b" })])).toEqual([]));
