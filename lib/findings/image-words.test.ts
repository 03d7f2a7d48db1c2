import { describe, expect, it } from "vitest";
import type { ImageLook } from "./image-look";
import { imageWords, weightText, type ImageUse } from "./image-words";

const address = "https://cdn.example/a.jpg";
const seen = (facts: Partial<Extract<ImageLook, { kind: "image" }>> = {}): ImageLook => ({
  kind: "image",
  url: address,
  format: "JPEG",
  size: { width: 1_200, height: 600 },
  animated: false,
  bytes: 188_416,
  atLeast: 188_416,
  contentType: "image/jpeg",
  ...facts,
});
const headlines = (look: ImageLook, use: ImageUse = "all", at = address) =>
  imageWords(at, look, use).doubts.map(({ headline }) => headline);
const notes = (look: ImageLook, use: ImageUse = "all", at = address) =>
  imageWords(at, look, use).notes.join(" · ");

describe("a picture", () => {
  it("that suits every platform is described in a line", () => {
    expect(imageWords(address, seen(), "android")).toEqual({
      facts: "1,200 × 600, 184 KB, JPEG",
      notes: [],
      doubts: [],
    });
    expect(
      imageWords(address, seen({ size: undefined, bytes: undefined, atLeast: 1_048_577 }), "ios")
        .facts,
    ).toBe("size unknown, more than 1 MB, JPEG");
  });

  it.each([
    [1_200, 600, ""],
    [1_000, 512, ""],
    [1_000, 470, "Android crops it to 2:1"],
    [600, 600, "Android crops it to 2:1 (about 50 % stays)"],
    [300, 900, "Android crops it to 2:1 (about 17 % stays)"],
  ])("of %d × %d pixels is cropped by Android as it has to be", (width, height, note) => {
    expect(notes(seen({ size: { width, height } }), "android")).toBe(note);
    expect(notes(seen({ size: { width, height } }), "ios")).toBe("");
  });

  it("of the media library is doubted for where it is served from, in place of its scheme", () => {
    const at = "http://localhost:3000/media/a.png";
    const own = (reach: "reachable" | "http" | "private") =>
      headlines(seen({ url: at, own: { reach, name: "" } }), "all", at);
    expect(own("private")).toEqual(["Devices cannot load images from here"]);
    expect(own("http")).toEqual(["Images are served without https"]);
    expect(own("reachable")).toEqual([]);
  });

  it("is too large for one platform and not for the other", () => {
    expect(headlines(seen({ bytes: 1_048_576 }))).toEqual([]);
    expect(headlines(seen({ bytes: 1_048_577 }))).toEqual(["Too large for Android"]);
    expect(headlines(seen({ bytes: 1_048_577 }), "ios")).toEqual([]);
    expect(headlines(seen({ bytes: 10_485_761 }))).toEqual([
      "Too large for Android",
      "Too large for iOS",
    ]);
    expect(headlines(seen({ bytes: undefined, atLeast: 1_048_577 }), "android")).toEqual([
      "Too large for Android",
    ]);
  });

  it("is in a format that not all of them show", () => {
    expect(headlines(seen({ format: "WebP" }))).toEqual(["iOS does not show WebP"]);
    expect(headlines(seen({ format: "SVG" }))).toEqual([
      "Android does not show SVG",
      "iOS does not show SVG",
    ]);
    expect(notes(seen({ format: "GIF", animated: true }), "android")).toBe(
      "Android shows its first frame only",
    );
    expect(notes(seen({ format: "GIF", animated: true }), "ios")).toBe("");
  });

  it("with more pixels than a phone can hold is doubted, for any size in bytes", () => {
    expect(headlines(seen({ size: { width: 60_000, height: 60_000 }, bytes: 900 }))).toEqual([
      "Too many pixels",
    ]);
  });

  it("is not secure, or no longer where its address ends", () => {
    const open = "http://cdn.example/a.jpg";
    expect(headlines(seen({ url: open }), "all", open)).toEqual(["Not secure (http)"]);
    expect(headlines(seen({ url: open }))).toEqual(["Not secure (http)"]);
    expect(notes(seen({ url: "https://img.example/b.jpg" }), "ios")).toBe(
      "Redirects to img.example",
    );
    expect(notes(seen({ url: "https://cdn.example/b.jpg" }), "ios")).toBe("Redirects to /b.jpg");
  });

  it("is called something else by its server", () => {
    expect(headlines(seen({ contentType: "text/plain" }))).toEqual(["Served as text/plain"]);
    expect(headlines(seen({ contentType: "application/octet-stream" }))).toEqual([]);
  });

  it("that is an icon is square", () => {
    expect(notes(seen(), "icon")).toContain("Icons are square");
    expect(imageWords(address, seen({ size: { width: 96, height: 96 } }), "icon")).toMatchObject({
      notes: [],
      doubts: [],
    });
  });
});

describe("no picture", () => {
  it.each<[ImageLook, string]>([
    [{ kind: "refused", url: address, status: 404 }, "Answers 404 (not found)"],
    [{ kind: "refused", url: address, status: 418 }, "Answers 418"],
    [{ kind: "other", url: address, contentType: "text/html" }, "Not an image: text/html"],
    [{ kind: "other", url: address, contentType: "image/png" }, "Not an image"],
    [{ kind: "redirects", url: address }, "Redirects too many times"],
    [{ kind: "compressed", url: address, encoding: "gzip" }, "Sent compressed (gzip)"],
    [
      { kind: "unreached", url: "http://10.0.0.1/x", why: "private" },
      "10.0.0.1 is a private address",
    ],
    [{ kind: "unreached", url: address, why: "host" }, "Can’t find cdn.example"],
    [
      { kind: "unreached", url: address, why: "certificate" },
      "cdn.example has no valid certificate",
    ],
    [{ kind: "unreached", url: address, why: "slow" }, "cdn.example takes too long"],
    [{ kind: "unreached", url: address, why: "broken" }, "cdn.example does not answer"],
    [{ kind: "unreached", url: address, why: "forbidden" }, "Not looked at"],
  ])("%j", (look, headline) => {
    expect(imageWords(address, look, "all")).toMatchObject({
      facts: undefined,
      notes: [],
      doubts: [{ headline }],
    });
  });
});

it("weighs as people say it", () => {
  expect([0, 1, 1_023, 1_024, 188_416, 1_048_575, 1_048_576, 1_500_000].map(weightText)).toEqual([
    "0 bytes",
    "1 byte",
    "1,023 bytes",
    "1 KB",
    "184 KB",
    "1 MB",
    "1 MB",
    "1.4 MB",
  ]);
});
