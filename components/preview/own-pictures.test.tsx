import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Picture } from "./faces/picture";
import { OwnPicturesProvider, whyNotLoaded } from "./own-pictures";

const origin = "http://localhost:3000";
const file = `/media/${"0f".repeat(32)}.png`;
const drawn = (src: string) =>
  renderToStaticMarkup(
    <OwnPicturesProvider value={origin}>
      <Picture src={src} className="" />
    </OwnPicturesProvider>,
  );

it("a picture of the own library is loaded from wherever the console is open, over http too", () => {
  expect(drawn(origin + file)).toContain(`src="${file}"`);
});

it.each([
  `${origin}/icon.svg`,
  `${origin}/media/../icon.svg`,
  `${origin}${file}?a`,
  `http://other${file}`,
  file,
])("and nothing else of it: %s", (src) => {
  expect(drawn(src)).not.toContain("<img");
});

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
