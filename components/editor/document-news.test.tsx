import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Status } from "@/lib/editor/status";
import { DocumentMark, DocumentNews, fieldList } from "./document-news";

const words = (status: Status) =>
  renderToStaticMarkup(
    <>
      <DocumentMark status={status} />
      <DocumentNews status={status} onTake={() => undefined} gone={(state) => `Gone: ${state}`} />
    </>,
  )
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

it("calls saved what is, and nothing else", () => {
  expect(words({ kind: "saved", at: Date.UTC(2026, 0, 1, 9, 30) })).toBe("Saved 09:30");
  for (const status of [
    { kind: "saving" },
    { kind: "local", why: "No connection" },
    { kind: "refused", message: "Too long." },
    { kind: "conflict", by: "Olga", at: null, merged: undefined },
    { kind: "untouched" },
  ] satisfies Status[])
    expect(words(status)).not.toMatch(/^Saved/);
});

it("says of a draft that will never be saved why, and where it is meanwhile", () =>
  expect(
    words({ kind: "refused", message: "A draft takes at most 262,144 bytes. Shorten it." }),
  ).toBe(
    "Not saved This draft is not saved A draft takes at most 262,144 bytes. Shorten it. Until then it is saved in this tab only.",
  ));

it("asks about a conflict, and offers to merge where that is possible", () => {
  const merged = words({
    kind: "conflict",
    by: "Owner",
    at: null,
    merged: { theirs: ["Text for all"], both: ["Title for all"] },
  });
  expect(merged).toMatch(
    /^Owner changed this while you were editing They changed: Text for all\. Both of you changed: Title for all\./,
  );
  expect(merged).toMatch(/Take theirs Keep mine Merge$/);
  expect(words({ kind: "conflict", by: "Owner", at: null, merged: undefined })).toMatch(
    /Take theirs Keep mine$/,
  );
});

it("leaves what became of it elsewhere to its subject", () =>
  expect(words({ kind: "gone", state: "sending" })).toBe("Gone: sending"));

it("names the first fields of many", () =>
  expect(fieldList(["a", "b", "c", "d", "e", "f"])).toBe("a, b, c, d, and 2 more"));
