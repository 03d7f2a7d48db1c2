import { expect, it } from "vitest";
import type { PushRequestInput } from "@/lib/interface/request";
import { isSendable } from "@/lib/interface/text";
import { exampleComposition } from "./composition";
import { draftOf, messageName, versionText } from "./draft-text";
import { readReach } from "./reach";

const example = exampleComposition("sandbox");
const listed = {
  ...example,
  reach: { audienceId: "list", moreAppids: ["kiosk"], columns: { days: "order" } },
};

it("a list that was chosen is part of the draft, of its history, and of what comes back", () => {
  expect(versionText(listed, undefined)).not.toBe(versionText(example, undefined));
  const { draft } = draftOf({ id: null, revision: 0, name: undefined }, listed);
  expect(readReach((JSON.parse(draft) as { reach: unknown }).reach)).toEqual(listed.reach);
});

it("a draft is named as it was, else by what it says", () => {
  expect(draftOf({ id: null, revision: 0, name: "June" }, example).name).toBe("June");
  expect(draftOf({ id: null, revision: 0, name: undefined }, example).name).toBe(
    example.shared.title,
  );
});

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
