import { describe, expect, it } from "vitest";
import { emptyComposition, exampleComposition } from "@/lib/compose/composition";
import type { ComposerTemplate } from "@/lib/compose/template-of";
import { withValue, type Edit } from "@/lib/editor/path";
import type { MessageContent, MessageDocument } from "../message-document";
import { MessageWriting } from "./message-writing";

/** A document that is nothing but its content, and how often it was written. */
class Plain implements MessageDocument {
  writes = 0;
  content: MessageContent;
  constructor(content: MessageContent) {
    this.content = content;
  }
  get = () => ({ content: this.content });
  subscribe = () => () => undefined;
  write = (edits: readonly Edit[]) => {
    this.writes += 1;
    this.content = edits.reduce(withValue, this.content);
  };
  get push() {
    return this.content.request.channels?.push;
  }
}

const opened = (content: MessageContent) => {
  const document = new Plain(content);
  return { document, writing: new MessageWriting(document) };
};

describe("what is written for all platforms", () => {
  it("goes into every platform that said the same, at once", () => {
    const { document, writing } = opened(exampleComposition("shop"));
    document.write([{ path: "request.channels.push.ios.title", value: "Only on iOS" }]);
    writing.shared("title", "For all", []);
    expect(document.content.shared.title).toBe("For all");
    expect([
      document.push?.android?.title,
      document.push?.ios?.title,
      document.push?.web?.title,
    ]).toEqual(["For all", "Only on iOS", "For all"]);
    expect(document.writes).toBe(2);
  });

  it("goes into no platform that is switched off, and has no place for an image on the web", () => {
    const { document, writing } = opened(emptyComposition("shop", ["android", "web"]));
    writing.shared("image", "https://shop.test/a.png", []);
    expect(document.push?.android?.extras?.customtags).toEqual({
      imageurl: "https://shop.test/a.png",
    });
    expect(document.push?.ios).toBeUndefined();
    expect(JSON.stringify(document.push?.web)).not.toContain("a.png");
  });

  it("overrides what only the template says", () => {
    const template: ComposerTemplate = {
      appid: "shop",
      name: "Shipped",
      templateId: "shipped",
      version: 1,
      languages: [],
      parameters: [],
      blocks: { android: { title: "From the template" } },
    };
    const request = { ...emptyComposition("shop", []).request, message: { template: "shipped" } };
    const { document, writing } = opened({ request, shared: { title: "", text: "", image: "" } });
    writing.shared("title", "Mine", [template]);
    expect(document.push).toEqual({ android: { title: "Mine" } });
  });
});

describe("a platform that is switched off", () => {
  it("comes back with what it said, unless another message took its place", () => {
    const { document, writing } = opened(exampleComposition("shop"));
    document.write([{ path: "request.channels.push.ios.title", value: "Only on iOS" }]);
    writing.turn("ios", false);
    expect(document.push?.ios).toBeUndefined();
    writing.turn("ios", true);
    expect(document.push?.ios?.title).toBe("Only on iOS");
    writing.turn("ios", false);
    writing.forget();
    writing.turn("ios", true);
    expect(document.push?.ios?.title).toBe(document.content.shared.title);
  });
});
