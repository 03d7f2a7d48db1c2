import { expect, it } from "vitest";
import { canBeSeen, imageDoubts, imagesIn } from "./images";

const blocks = (image: string) => ({
  android: { text: "x", extras: { customtags: { imageurl: image }, iconurl: image } },
  ios: { text: "x", extras: { attachmenturl: image } },
});

it("finds the pictures of every block", () => {
  const url = "https://cdn.example/a.png";
  expect(imagesIn(blocks(url), {}, null)).toEqual([
    { pointer: "/channels/push/android/extras/customtags/imageurl", use: "android", url },
    { pointer: "/channels/push/android/extras/iconurl", use: "icon", url },
    { pointer: "/channels/push/ios/extras/attachmenturl", use: "ios", url },
  ]);
  expect(imagesIn(undefined, {}, null)).toEqual([]);
});

it("takes the images of templates and filled-in values, never the app's own icon", () => {
  const [filled, own] = ["https://cdn.example/maya.png", "https://app.example/icon.png"];
  const appearances = { hms: { appearance: { imageUrl: filled, iconUrl: own } } };
  expect(imagesIn(undefined, appearances, own).map(({ url }) => url)).toEqual([filled]);
  expect(
    imagesIn(blocks("https://cdn.example/${name}.png"), appearances, own).map(({ url }) => url),
  ).toEqual([filled]);
});

it.each([
  "icon.svg",
  "/icon.svg",
  "//cdn.example/a.png",
  "ftp://x/a.png",
  "data:image/png,x",
  "https://x/${name}",
  "",
  " https://x/a",
])("looks at nothing at %j", (url) => {
  expect(canBeSeen(url)).toBe(false);
  expect(imagesIn(blocks(url), {}, null)).toEqual([]);
});

it("says of the picture that is written for all what it means for all, there", () => {
  const url = "http://x.example/1.png";
  const look = () =>
    ({
      kind: "image",
      url,
      bytes: 10,
      atLeast: 10,
      format: "PNG",
      animated: false,
      contentType: "image/png",
      size: { width: 200, height: 100 },
    }) as const;
  const doubts = imageDoubts(imagesIn(blocks(url), {}, null), look, url);
  expect(doubts).toMatchObject([{ part: "image", headline: "Not secure (http)" }]);
  expect(doubts[0]?.text).toContain("iOS, Huawei and recent Android");
  expect(imageDoubts(imagesIn(blocks(url), {}, null), look)[0]).not.toHaveProperty("part");
});

it("doubts one picture once, and two pictures each", () => {
  const [one, other] = ["https://x.example/1.png", "https://x.example/2.png"];
  const look = (url: string) => ({ kind: "refused", url, status: 404 }) as const;
  expect(imageDoubts(imagesIn(blocks(one), {}, null), look)).toHaveLength(1);
  const two = { ...blocks(one), ios: { text: "x", extras: { attachmenturl: other } } };
  expect(imageDoubts(imagesIn(two, {}, null), look).map(({ pointer }) => pointer)).toEqual([
    "/channels/push/android/extras/customtags/imageurl",
    "/channels/push/ios/extras/attachmenturl",
  ]);
  expect(imageDoubts(imagesIn(two, {}, null), () => undefined)).toEqual([]);
});
