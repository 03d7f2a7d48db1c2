import { expect, it } from "vitest";
import { exampleComposition } from "./composition";
import { draftOf, versionText } from "./draft-text";
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
