import { expect, it } from "vitest";
import { checkTemplate } from "./check-template";
import { templateParametersSchema } from "./parameters";

it.each(["a\u0000b", "\ud83d"])("names the text of a template that cannot be sent: %j", (text) => {
  const told = checkTemplate({ android: { title: "T", text, extras: { customtags: { "a/b": text } } }, ios: { text: "x" } }, []);
  expect(told.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ["text.characters", "/channels/push/android/text"],
    ["text.characters", "/channels/push/android/extras/customtags/a~1b"],
  ]);
  expect(checkTemplate({ android: { text: "Hello" } }, [])).toEqual([]);
  for (const member of ["default", "sample", "description"])
    expect(templateParametersSchema.safeParse([{ name: "a", [member]: text }]).error?.issues[0]?.path).toEqual([0, member]);
});
