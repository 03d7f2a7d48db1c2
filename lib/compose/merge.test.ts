import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PushRequestInput } from "@/lib/interface/request";
import { assemble } from "./assemble";
import { merge, type MergeContent } from "./merge";
import { noReach } from "./reach";

type Push = NonNullable<NonNullable<PushRequestInput["channels"]>["push"]>;
const version = (
  push: Push,
  more: Partial<PushRequestInput> = {},
  shared = { title: "T", text: "Hello", image: "" },
): MergeContent => ({
  request: {
    deliverychannel: "push",
    appid: "a",
    destination: [{ userid: ["u"] }],
    channels: { push },
    ...more,
  },
  shared,
  reach: noReach,
});
const base = version({
  android: { title: "T", text: "Hello" },
  ios: { title: "T", text: "Hello" },
});

describe("merging two versions of a draft", () => {
  it("has one source of recipients, mine where each chose another one", () => {
    const segment = { id: "gold", evaluation: "send" as const };
    const mine = { ...base, reach: { audienceId: "list", moreAppids: [] } };
    const theirs = { ...base, reach: { ...noReach, segment } };
    expect(merge(base, mine, theirs)).toMatchObject({ both: ["Segment"] });
    expect(merge(base, mine, theirs).content.reach).toEqual(mine.reach);
    expect(merge(base, theirs, mine).content.reach).toEqual(theirs.reach);
    expect(merge(base, base, theirs).content.reach).toEqual(theirs.reach);
  });

  it("takes what each changed alone", () => {
    const mine = version({
      android: { title: "T", text: "Mine" },
      ios: { title: "T", text: "Hello" },
    });
    const theirs = version(
      { android: { title: "T", text: "Hello" }, ios: { title: "Theirs", text: "Hello" } },
      { callbackData: "c" },
    );
    const { content, ...labels } = merge(base, mine, theirs);
    expect(content.request).toEqual(
      version(
        { android: { title: "T", text: "Mine" }, ios: { title: "Theirs", text: "Hello" } },
        { callbackData: "c" },
      ).request,
    );
    expect(labels).toEqual({ theirs: ["iOS title", "Callback data"], both: [] });
  });

  it("keeps mine where both wrote, and says where", () => {
    const mine = version({ android: { title: "Mine", text: "Hello" }, ios: { text: "Hello" } });
    const theirs = version({
      android: { title: "Theirs", text: "Hello" },
      ios: { title: "T", text: "Hello" },
    });
    const { content, ...labels } = merge(base, mine, theirs);
    expect(content.request).toEqual(assemble(mine.request));
    expect(labels).toEqual({ theirs: [], both: ["Android title"] });
  });

  it("takes the list that one of them chose, and says so", () => {
    const theirs = { ...base, reach: { audienceId: "list", moreAppids: ["kiosk"] } };
    expect(merge(base, base, theirs)).toMatchObject({
      content: { reach: theirs.reach },
      theirs: ["Saved list", "Further apps"],
    });
    const mine = { ...base, reach: { audienceId: "other", moreAppids: [] } };
    expect(merge(base, mine, theirs)).toMatchObject({
      content: { reach: { audienceId: "other", moreAppids: ["kiosk"] } },
      both: ["Saved list"],
    });
  });

  it("takes a platform that was added, and one that was removed", () => {
    const mine = version({
      android: { title: "T", text: "Hello" },
      ios: { title: "T", text: "Hello" },
      web: { platform_types: ["chrome"], text: "W" },
    });
    const theirs = version({ android: { title: "T", text: "Hello" } });
    const { content, theirs: theirLabels } = merge(base, mine, theirs);
    expect(content.request.channels?.push).toEqual({
      android: { title: "T", text: "Hello" },
      web: { platform_types: ["chrome"], text: "W" },
    });
    expect(theirLabels).toEqual(["iOS"]);
  });

  it("does not mix the parts of an action", () => {
    const action = (type: string, value: string) =>
      version({
        android: { text: "Hello", extras: { notificationaction: { type, value } as never } },
      });
    const merged = merge(
      action("OPEN_URL", "https://a.example/"),
      action("OPEN_URL", "https://b.example/"),
      action("DEEPLINK", "app://x"),
    );
    expect(merged.content.request.channels?.push?.android?.extras?.notificationaction).toEqual({
      type: "OPEN_URL",
      value: "https://b.example/",
    });
    expect(merged.both).toEqual(["Android tap"]);
  });

  it("names what was written for all once", () => {
    const all = (title: string) =>
      version(
        { android: { title, text: "Hello" }, ios: { title, text: "Hello" } },
        {},
        { title, text: "Hello", image: "" },
      );
    expect(merge(all("T"), all("T"), all("Theirs")).theirs).toEqual(["Title for all"]);
  });

  it("finds no change in what says nothing, and none in the order of members", () => {
    const mine = version(
      { ios: { text: "Hello", title: "T" }, android: { text: "Hello", title: "T", extras: {} } },
      { callbackData: "" },
    );
    expect(merge(base, mine, base)).toEqual({
      content: { ...base, request: assemble(base.request) },
      theirs: [],
      both: [],
    });
  });

  const text = fc.constantFrom("", "a", "b", "c");
  const anyVersion = fc
    .record({ android: text, ios: text, data: text, title: text })
    .map(({ android, ios, data, title }) =>
      version(
        { android: { title, text: android }, ios: { text: ios } },
        { callbackData: data },
        { title, text: android, image: "" },
      ),
    );
  const plain = ({ request, shared }: MergeContent) => ({ request: assemble(request), shared });

  it("has each field from one of the three versions", () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, anyVersion, (one, other, third) => {
        expect(plain(merge(one, one, other).content)).toEqual(plain(other));
        expect(plain(merge(one, other, one).content)).toEqual(plain(other));
        const merged = plain(merge(one, other, third).content);
        for (const read of [
          (v: typeof merged) => v.request.callbackData,
          (v: typeof merged) => v.request.channels?.push?.android?.text,
          (v: typeof merged) => v.shared.title,
        ])
          expect([read(plain(other)), read(plain(third))]).toContain(read(merged));
      }),
    );
  });
});
