import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buttonActions, needsValue, tapActions } from "@/lib/interface/notification-action";
import { pathsOf, put, type ValuePath } from "./testing";
import { asFarAsComplete, placeholderText, unfinishedParts } from "./unfinished";

const tap = { action: "OPEN_URL", value: "https://a.example" };
const push = () => ({
  android: {
    title: "T",
    text: "A",
    extras: {
      time_to_live: 60,
      iconurl: "https://a.example/i.png",
      customtags: { imageurl: "https://a.example/p.png", order: "1" },
      notificationaction: { ...tap },
    },
  },
  ios: {
    title: "T",
    text: "I",
    extras: {
      badge: 1,
      sound: "default",
      attachmenturl: "https://a.example/p.png",
      notificationaction: { ...tap },
    },
  },
  web: {
    platform_types: ["chrome", "firefox"],
    title: "T",
    text: "W",
    url: "https://a.example",
    extras: { time_to_live: 60 },
  },
  interactive: {
    category: "DOUBLE_YES_NO",
    device_types: ["android", "ios"],
    actions: [
      { pos: 1, ...tap },
      { pos: 2, action: "DISMISS" },
    ],
  },
});
const seen = (blocks: object) => asFarAsComplete({ channels: { push: blocks } }, undefined);
const blocksOf = (blocks: object) => Object.keys(seen(blocks)?.effective.channels.push ?? {});

describe("content as far as it is complete", () => {
  it.each(tapActions.filter(needsValue))(
    "keeps every block while the value of the tap %s is empty",
    (action) => {
      const blocks = push();
      Object.assign(blocks.android.extras, { notificationaction: { action } });
      Object.assign(blocks.ios.extras, { notificationaction: { action, value: "" } });
      const content = seen(blocks);
      expect(Object.keys(content?.effective.channels.push ?? {})).toEqual([
        "android",
        "ios",
        "web",
        "interactive",
      ]);
      expect(content?.effective.channels.push.android?.extras).not.toHaveProperty(
        "notificationaction",
      );
      expect(unfinishedParts(content?.left ?? [])).toMatchObject({
        tap: true,
        text: false,
        words: ["what a tap opens"],
      });
    },
  );

  it.each(buttonActions.filter(needsValue))(
    "keeps both buttons while the value of %s is empty, and says which is not finished",
    (action) => {
      const blocks = push();
      blocks.interactive.actions[0] = {
        pos: 1,
        action,
      } as (typeof blocks.interactive.actions)[0];
      const content = seen(blocks);
      expect(content?.effective.channels.push.interactive?.actions).toMatchObject([
        { identifier: "YES" },
        { identifier: "NO" },
      ]);
      expect(unfinishedParts(content?.left ?? [])).toMatchObject({
        buttons: [1],
        words: ["what button 1 does"],
      });
    },
  );

  it("holds the place of a text under a title, and shows nothing of a block that says nothing", () => {
    const content = seen({
      android: { title: "T", text: "" },
      ios: { title: "", text: "" },
      web: { platform_types: [], title: "T", text: "W" },
    });
    expect(content?.effective.channels.push).toEqual({
      android: { title: "T", text: placeholderText },
    });
    expect(seen({ ios: { text: "" } })).toBeUndefined();
    expect(seen("nothing" as never)).toBeUndefined();
  });

  it("preserves every complete block with any fault in its other fields", () => {
    const complete = push();
    const fields = pathsOf(complete).filter(
      (path) =>
        path.length > 1 &&
        path[0] !== "interactive" &&
        !["title", "text", "platform_types"].includes(String(path[1])),
    );
    const odd = fc.oneof(
      fc.constantFrom<unknown>("", "h", "https:", 7, -1, null, true, [], {}, "javascript:x", {
        "": {},
      }),
      fc.jsonValue(),
    );
    const wrong = fc.array(fc.tuple(fc.constantFrom(...fields), odd), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(wrong, (changes) => {
        const changed = changes.reduce<unknown>(
          (blocks, [path, value]) => putIfThere(blocks, path, value),
          push(),
        ) as object;
        expect(blocksOf(changed)).toEqual(expect.arrayContaining(["android", "ios", "web"]));
      }),
      { numRuns: 500 },
    );
  });

  it("never throws, for any buttons", () => {
    const fields = pathsOf(push()).filter((path) => path[0] === "interactive");
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.jsonValue(), (path, value) => {
        expect(blocksOf(put(push(), path, value) as object)).toEqual(
          expect.arrayContaining(["android", "ios", "web"]),
        );
      }),
    );
  });
});

function putIfThere(blocks: unknown, path: ValuePath, value: unknown): unknown {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>(
      (at, step) => (typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined),
      blocks,
    );
  return typeof holder === "object" &&
    holder !== null &&
    !(Array.isArray(holder) && holder.length <= Number(path.at(-1)))
    ? put(blocks, path, value)
    : blocks;
}
