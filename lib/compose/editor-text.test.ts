import { expect, it } from "vitest";
import { editorText, follow, requestInText, typeInto } from "./editor-text";

const bodyWith = (appid: string) =>
  `{"deliverychannel":"push","appid":"${appid}","destination":[{"userid":["maya"]}]}`;
const start = editorText(bodyWith("a"));

it("shows what was changed elsewhere, so that the next key does not revert it", () => {
  const changed = follow(start, bodyWith("b"));
  expect(changed.text).toContain('"appid": "b"');
  const { editor, value: request } = typeInto(
    changed,
    changed.text.replace("maya", "mayas"),
    requestInText,
  );
  expect(request).toMatchObject({ appid: "b", destination: [{ userid: ["mayas"] }] });
  // Undo, once the form has said what was typed.
  const typed = follow(editor, bodyWith("b").replace("maya", "mayas"));
  expect(follow(typed, bodyWith("b")).text).toBe(changed.text);
});

it("leaves what is typed as it is typed, however late the form follows", () => {
  const one = typeInto(start, bodyWith("ab"), requestInText).editor;
  const two = typeInto(one, ` ${bodyWith("abc")}`, requestInText).editor;
  const behind = follow(two, bodyWith("ab"));
  expect(behind.text).toBe(two.text);
  const currentEditor = follow(behind, bodyWith("abc"));
  expect([currentEditor.text, currentEditor.awaited]).toEqual([two.text, []]);
  const spaced = typeInto(currentEditor, `${two.text}\n`, requestInText).editor;
  expect(spaced.awaited).toEqual([]);
  expect(follow(spaced, bodyWith("abc"))).toBe(spaced);
});

it("says why a text is no request, and forgets it when the form goes on", () => {
  const { editor, value: request } = typeInto(start, "{", requestInText);
  expect(request).toBeUndefined();
  expect(editor).toMatchObject({
    text: "{",
    message: expect.stringContaining("valid JSON yet") as string,
  });
  expect(follow(editor, bodyWith("b"))).toEqual(editorText(bodyWith("b")));
});

it("says on which line a text is no JSON, until it is mended", () => {
  const broken = '{\n  "appid": "a"\n  "destination": []\n}';
  const { editor } = typeInto(start, broken, requestInText);
  expect(editor).toMatchObject({
    message: "This isn’t valid JSON yet. Line 3, column 3: expected a comma.",
    line: 3,
  });
  expect(typeInto(editor, bodyWith("a"), requestInText).editor).not.toHaveProperty("line");
  // What the form could not hold is JSON all the same.
  expect(typeInto(start, "[]", requestInText).editor).not.toHaveProperty("line");
});
