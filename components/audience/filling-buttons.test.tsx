import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FillState } from "./fill-list";
import { FillingButtons } from "./filling-buttons";

const buttonsOf = (state: FillState) =>
  [
    ...renderToStaticMarkup(
      <FillingButtons state={state} onCancel={ignore} onRetry={ignore} onDone={ignore} />,
    ).matchAll(/<button([^>]*)>(.*?)<\/button>/g),
  ].map(
    ([, attributes = "", content = ""]) =>
      `${content.replaceAll(/<[^>]*>/g, "")}${attributes.includes('disabled=""') ? " (disabled)" : ""}`,
  );
const ignore = () => undefined;
const far = { done: 1, rows: 2 };

it.each<[FillState, string[]]>([
  [{ kind: "filling", ...far }, ["Cancel"]],
  [{ kind: "closing", ...far }, ["Cancel (disabled)"]],
  [{ kind: "failed", ...far, message: "No answer." }, ["Cancel", "Try again"]],
  [{ kind: "nameInUse", ...far, isClosing: false }, ["Cancel"]],
  [{ kind: "nameInUse", ...far, isClosing: true }, ["Cancel (disabled)"]],
  [{ kind: "done", recipients: 2 }, ["Done"]],
])("a list that is %j has the buttons %j", (state, buttons) => {
  expect(buttonsOf(state)).toEqual(buttons);
});
