import { expect, it } from "vitest";
import { templateInText } from "./template-in-text";

it("reads what a draft holds, and says what the form could not hold", () => {
  expect(
    templateInText(
      '{"blocks":{"android":{"text":"Hi ${name}"}},"parameters":[{"name":"name","maxLength":9}]}',
    ),
  ).toMatchObject({
    ok: true,
    value: {
      blocks: { android: { text: "Hi ${name}" } },
      parameters: [{ name: "name", maxLength: 9 }],
      samples: [],
      languages: [],
    },
  });
  expect(templateInText("{}")).toMatchObject({ ok: true, value: { blocks: {} } });
});

it("says where a text is no JSON", () =>
  expect(templateInText('{\n  "blocks": {}\n  "parameters": []\n}')).toEqual({
    ok: false,
    message: "This isn’t valid JSON yet. Line 3, column 3: expected a comma.",
    line: 3,
  }));

it.each([
  ["[]", /^A template is an object/],
  ['{"blocks":[]}', /^blocks must be an object/],
  ['{"blocks":{"ios":"x"}}', /^blocks\.ios must be an object/],
  ['{"blocks":{"ios":{"extras":1}}}', /^blocks\.ios\.extras must be an object/],
  ['{"parameters":{}}', /^parameters must be an array of objects/],
  [
    '{"blocks":{"ios":{"text":"a","text":"b"}}}',
    /^Invalid JSON at \/blocks\/ios\/text\. A member may occur once/,
  ],
  ['{"languages":["de"]}', /^languages must be an array of objects/],
])("refuses %s", (text, message) =>
  expect(templateInText(text)).toEqual({
    ok: false,
    message: expect.stringMatching(message) as string,
  }),
);
