import { expect, it } from "vitest";
import { whyNotLoaded } from "./loaded";

it.each([
  ["https://cdn.example.com/a.png", undefined],
  ["HTTPS://cdn.example.com/a.png", undefined],
  ["http://cdn.example.com/a.png", "Not shown here: not https"],
  ["/a.png", "Picture not found"],
  ["javascript:alert(1)", "Picture not found"],
  ["", "Picture not found"],
])("a preview asks for no picture that it may not load: %j", (url, why) => {
  expect(whyNotLoaded(url)).toBe(why);
});
