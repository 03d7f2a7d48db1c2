import { expect, it } from "vitest";
import { checkTemplate } from "./check-template";
import { templateParametersSchema } from "./parameters";

it.each(["a\u0000b", "\ud83d"])("names the text of a template that cannot be sent: %j", (text) => {
  const wrong = checkTemplate(
    { android: { title: "T", text, extras: { customtags: { "a/b": text } } }, ios: { text: "x" } },
    [],
  );
  expect(wrong.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ["text.characters", "/channels/push/android/text"],
    ["text.characters", "/channels/push/android/extras/customtags/a~1b"],
  ]);
  expect(checkTemplate({ android: { text: "Hello" } }, [])).toEqual([]);
  for (const member of ["default", "sample", "description"])
    expect(
      templateParametersSchema.safeParse([{ name: "a", [member]: text }]).error?.issues[0]?.path,
    ).toEqual([0, member]);
});

const problemTexts = (...input: Parameters<typeof checkTemplate>) =>
  checkTemplate(...input).map(({ pointer, message }) => [pointer, message]);

it("names each placeholder that is not declared, once, at the first text that holds it", () => {
  const blocks = {
    android: { title: "${a}", text: "${zz} and ${b}, ${zz}" },
    ios: { text: "$${c} ${b}", extras: { customtags: { "a/b": ["x", "${d}"] } } },
  };
  expect(problemTexts(blocks, templateParametersSchema.parse([{ name: "a" }]))).toEqual([
    ["/channels/push/android/text", "${zz} is not declared among the parameters."],
    ["/channels/push/android/text", "${b} is not declared among the parameters."],
    ["/channels/push/ios/extras/customtags/a~1b/1", "${d} is not declared among the parameters."],
  ]);
  expect(checkTemplate({ ios: { text: "${a}" } }, [])).toMatchObject([
    { rule: "template.placeholder.unknown", code: "7121" },
  ]);
});

it("names a placeholder at the text of the language that has it", () => {
  const languages = [
    { language: "de", texts: [{ at: "/android/text", of: "", text: "${zz} ${nur}" }] },
    { language: "de-AT", texts: [{ at: "/android/title", of: "", text: "${auch}" }] },
    {
      language: "fr",
      texts: [
        { at: "/android/title", of: "", text: "Bon" },
        { at: "/ios/text", of: "", text: "${gone}" },
      ],
    },
  ];
  expect(problemTexts({ android: { title: "Hi", text: "${zz}" } }, [], languages)).toEqual([
    ["/channels/push/android/text", "${zz} is not declared among the parameters."],
    ["/languages/0/texts/0/text", "${nur} is not declared among the parameters."],
    ["/languages/1/texts/0/text", "${auch} is not declared among the parameters."],
  ]);
});

it.each([
  [
    { type: "choice", required: true, maxLength: 1, choices: ["Ann", "é"] },
    "No choice fits in 1 byte.",
  ],
  [{ type: "choice", maxLength: 3, choices: ["Anna", "Bert"] }, "No choice fits in 3 bytes."],
  [{ type: "choice", maxLength: 2, choices: ["Ann", "é"] }, undefined],
  [{ type: "date", maxLength: 9 }, "A date takes at least 10 bytes."],
  [{ type: "date", maxLength: 10 }, undefined],
  [{ type: "url", maxLength: 1 }, "A URL takes at least 2 bytes."],
  [{ type: "url", maxLength: 2 }, undefined],
  [{ type: "number", maxLength: 1 }, undefined],
  [{ type: "text", required: true, maxLength: 1 }, undefined],
])("reports a parameter that no value fits: %j", (declared, message) => {
  const parameters = templateParametersSchema.parse([{ name: "a" }, { name: "b", ...declared }]);
  expect(problemTexts({ android: { text: "Hello" } }, parameters)).toEqual(
    message === undefined ? [] : [["/parameters/1/maxLength", message]],
  );
});
