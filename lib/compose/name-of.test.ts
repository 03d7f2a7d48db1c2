import { expect, it } from "vitest";
import type { PushRequestInput } from "@/lib/interface/request";
import { isSendable } from "@/lib/interface/text";
import { messageName } from "./name-of";

const titled = (title: string) =>
  ({ channels: { push: { android: { title, text: "Text" } } } }) as PushRequestInput;

it.each([
  ["Spring", "Spring"],
  ["Spring\u0000sale\ud83d", "Spring sale"],
  ["\u{1f680}".repeat(81), `${"\u{1f680}".repeat(80)}…`],
])("names a message that was given no name: %j", (title, name) => {
  expect(messageName(titled(title))).toBe(name);
  expect(isSendable(messageName(titled(title)))).toBe(true);
});

it("has a name without any text that can be stored", () => {
  expect(messageName({ ...titled("\u0000"), message: { template: "a\ud800" } })).toBe("Text");
  expect(messageName({ message: { template: "a\ud800" } } as PushRequestInput)).toBe("a");
  expect(messageName({} as PushRequestInput)).toBe("Untitled");
});
