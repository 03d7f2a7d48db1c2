import { expect, it } from "vitest";
import { templateParametersSchema } from "@/lib/template/parameters";
import { templateText } from "./template-text";

const parameters = templateParametersSchema.parse([
  { name: "name", required: true, sample: "Maya", description: "" },
  { name: "order", required: true, sample: "", description: "" },
  { name: "days", required: false, default: "3", sample: "9", description: "" },
]);
const template = {
  blocks: {
    android: { title: "Hi ${name}", text: "${order} in ${days} days" },
    ios: { text: "$${order}" },
    web: { title: "Web" },
  },
  parameters,
};

it("is what will be sent, with samples for missing values", () => {
  expect(templateText(template, undefined, "all", "title")).toBe("Hi Maya");
  expect(templateText(template, { name: "Tom", days: "5" }, "android", "text")).toBe(
    "${order} in 5 days",
  );
  expect(templateText(template, {}, "android", "text")).toBe("${order} in 3 days");
  expect(templateText(template, {}, "ios", "text")).toBe("${order}");
  expect(templateText(template, {}, "ios", "title")).toBe("");
  expect(templateText(template, {}, "all", "image")).toBe("");
});

it("has dates by their formats", () => {
  const [day] = templateParametersSchema.parse([
    { name: "day", type: "date", format: "d MMMM", required: true, sample: "2026-01-31" },
  ]);
  const dated = { blocks: { ios: { text: "Until ${day}" } }, parameters: day ? [day] : [] };
  expect(templateText(dated, {}, "ios", "text")).toBe("Until 31 January");
  expect(templateText(dated, { day: "2026-02-0" }, "ios", "text")).toBe("Until 2026-02-0");
});
