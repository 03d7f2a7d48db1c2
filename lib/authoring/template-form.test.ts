import { expect, test } from "vitest";
import { filledTemplate } from "./template-form";

const form = {
  deliverychannel: "push" as const,
  appid: "shop",
  destination: [{ userid: [] }],
  message: { template: "sale" },
  channels: {
    push: {
      android: { title: "Hi ${name}", text: "$${literal} ${city}" },
      ios: { text: "${name}" },
    },
  },
};
const languages = [
  { language: "pt", texts: [{ at: "/android/title", of: "Hi ${name}", text: "Oi ${name}" }] },
];

test("a template in the making is sent as what it says, without its name", () => {
  const values = { name: "Ana ${city}", city: "Rio" };
  expect(filledTemplate(form, { parameters: [], languages, language: "", values })).toEqual({
    deliverychannel: "push",
    appid: "shop",
    destination: [{ userid: [] }],
    channels: {
      push: {
        android: { title: "Hi Ana ${city}", text: "${literal} Rio" },
        ios: { text: "Ana ${city}" },
      },
    },
  });
  expect(
    filledTemplate(form, { parameters: [], languages, language: "pt-BR", values }).channels?.push
      ?.android,
  ).toMatchObject({
    title: "Oi Ana ${city}",
  });
});

test("a template in the making is sent with its dates as the language has them", () => {
  const parameters = [{ name: "name", type: "date", format: "d MMMM" } as const];
  const filled = (language: string) =>
    filledTemplate(form, { parameters, languages, language, values: { name: "2026-01-31" } })
      .channels?.push?.android;
  expect([filled(""), filled("pt")]).toMatchObject([
    { title: "Hi 31 January" },
    { title: "Oi 31 janeiro" },
  ]);
});
