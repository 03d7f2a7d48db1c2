import { describe, expect, it } from "vitest";
import { firstMessage } from "@/components/form/use-field";
import { emptyComposition, exampleComposition, type ComposerApp } from "@/lib/compose/composition";
import { blockFrom } from "@/lib/compose/shared-text";
import { attemptWith, newNonce } from "@/lib/editor/attempt";
import type { TabCopy } from "@/lib/editor/document";
import { readDraft, type CampaignContent } from "./campaign-kind";
import { campaignMemory } from "./campaign-memory";

const sandbox: ComposerApp = {
  serviceId: "s",
  serviceActive: true,
  pushEnabled: true,
  appid: "sandbox",
  name: "Sandbox",
  siteUrl: null,
  iconUrl: null,
  bundleId: "app.test",
  androidRendering: "auto",
  defaultChannelId: null,
  deepLinkScheme: null,
  platforms: ["android", "ios", "web"],
  sandbox: true,
  providers: ["fcm", "hms", "apns", "webpush"],
  sizeRule: "body",
  httpsOnly: false,
};

function memory() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

describe("attempts", () => {
  it("keeps the name for the same body and takes a new one for another", () => {
    const first = attemptWith({ nonce: newNonce() }, "a");
    expect(attemptWith(first, "a")).toEqual(first);
    expect(attemptWith(first, "b").nonce).not.toBe(first.nonce);
    expect(first.nonce).toMatch(/^[0-9a-f]{32}$/);
  });
});

const local = (app: ComposerApp | undefined): TabCopy<CampaignContent> => {
  const content = app ? exampleComposition(app.appid) : emptyComposition("");
  return {
    content: { ...content, name: "Spring" },
    base: content,
    revision: 0,
    unanswered: [content],
  };
};

describe("drafts", () => {
  it("come back for the one who wrote them, each for its campaign", () => {
    const store = memory();
    const draft = local(sandbox);
    campaignMemory(store, "m1", null).write(draft);
    expect(campaignMemory(store, "m1", null).read()).toEqual(draft);
    expect(campaignMemory(store, "m2", null).read()).toBeUndefined();
    expect(campaignMemory(store, "m1", "c1").read()).toBeUndefined();
    campaignMemory(store, "m1", null).clear();
    expect(campaignMemory(store, "m1", null).read()).toBeUndefined();
    expect(readDraft(JSON.stringify(exampleComposition(sandbox.appid)))).toMatchObject({
      shared: exampleComposition(sandbox.appid).shared,
    });
  });
  it("follow their campaign once the server has it", () => {
    const memoryOnly = memory();
    const store = campaignMemory(memoryOnly, "m1", null);
    const draft = local(sandbox);
    store.write(draft);
    store.clear();
    store.belongTo("c1");
    store.write(draft);
    expect(campaignMemory(memoryOnly, "m1", "c1").read()).toEqual(draft);
    expect(campaignMemory(memoryOnly, "m1", null).read()).toBeUndefined();
  });
  it("are not believed when they are spoilt", () => {
    const store = memory();
    for (const text of [
      "",
      "{",
      "null",
      "{}",
      '{"request":{"appid":"a","destination":[1]},"shared":{},"attempt":{"nonce":"n"}}',
    ]) {
      for (const storedText of [
        text,
        `{"content":${text || "0"},"base":${text || "0"},"revision":1,"unanswered":[]}`,
      ]) {
        store.setItem("clarion.compose.4.m1.new", storedText);
        expect(campaignMemory(store, "m1", null).read()).toBeUndefined();
      }
      expect(readDraft(text)).toBeUndefined();
    }
  });
  it("do not stop the writing when the store is full", () => {
    const full = {
      ...memory(),
      setItem: () => {
        throw new Error("full");
      },
    };
    expect(() => campaignMemory(full, "m1", null).write(local(undefined))).not.toThrow();
  });
});

describe("what a composition begins with", () => {
  it("is an example that can be sent at once", () => {
    const { request } = exampleComposition(sandbox.appid);
    expect(request.destination).toEqual([{ userid: ["user-1", "user-2", "user-3"] }]);
    expect(Object.keys(request.channels?.push ?? {})).toEqual(["android", "ios", "web"]);
  });
  it("is an example that says nothing but what tab All shows", () => {
    const { request, shared } = exampleComposition(sandbox.appid);
    const over = { title: "Mine", text: "Mine", image: "" };
    const expectedPush = JSON.stringify({
      ...blockFrom("android", over),
      ...blockFrom("ios", over),
      ...blockFrom("web", over),
    });
    const push = JSON.stringify(request.channels?.push)
      .replaceAll(shared.title, "Mine")
      .replaceAll(shared.text, "Mine");
    expect(push).toBe(expectedPush);
  });
  it("is else empty", () =>
    expect(emptyComposition("app").request.destination).toEqual([{ userid: [] }]));
  it("is for the platforms of its app", () => {
    expect(Object.keys(emptyComposition("app").request.channels?.push ?? {})).toEqual([
      "android",
      "ios",
      "web",
    ]);
    expect(Object.keys(emptyComposition("app", ["web"]).request.channels?.push ?? {})).toEqual([
      "web",
    ]);
  });
});

it("finds a message in an error, however deep", () => {
  const errors = {
    destination: [undefined, { userid: [null, { message: "empty", ref: { message: "no" } }] }],
  };
  expect(firstMessage(errors.destination)).toBe("empty");
});
