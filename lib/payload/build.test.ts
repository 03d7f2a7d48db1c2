import { describe, expect, it } from "vitest";
import { build } from "./build";
import type { ProviderRequest } from "./provider-request";
import { readAppearance } from "./read-appearance";
import { acceptedAt, built, context, effective, transid, type Push } from "./testing";

const json = ({ body }: Pick<ProviderRequest, "body">) => JSON.parse(body) as Record<string, never>;
const buttons = {
  category: "DOUBLE_SHOPNOW_CANCEL",
  device_types: ["android", "ios"],
  actions: [
    { pos: 2, action: "DISMISS" },
    { pos: 1, action: "OPEN_URL", value: "https://shop.example/now" },
  ],
  pushref: "spring",
} as const;

describe("FCM", () => {
  it("is a notification message where the system can draw it", () => {
    const request = built(
      {
        android: {
          title: "T",
          text: "B",
          extras: {
            collapse_key: "abc",
            time_to_live: "60",
            delay_while_idle: "true",
            notificationChannelId: "offers",
            customtags: { imageurl: "https://x.example/i.png", n: { deep: [1] }, s: "text" },
            notificationaction: { action: "OPEN_URL", value: "https://shop.example/a" },
          },
        },
      },
      "android",
    );
    expect(json(request)).toEqual({
      message: {
        token: "",
        data: {
          transid,
          action: "OPEN_URL",
          value: "https://shop.example/a",
          imageurl: "https://x.example/i.png",
          n: '{"deep":[1]}',
          s: "text",
        },
        android: {
          collapse_key: "abc",
          priority: "NORMAL",
          ttl: "60s",
          notification: {
            title: "T",
            body: "B",
            image: "https://x.example/i.png",
            channel_id: "offers",
          },
        },
      },
    });
    expect(request).toMatchObject({
      provider: "fcm",
      limit: 4_096,
      ttlSeconds: 60,
      tooLarge: false,
    });
  });

  it("is a data message where only the app's SDK can draw it, or the app wants that", () => {
    const request = built(
      {
        android: { title: "T", text: "B", extras: { iconurl: "https://x.example/icon.png" } },
        interactive: buttons as never,
        ios: { text: "B" },
      },
      "android",
    );
    const { message } = json(request) as unknown as {
      message: { data: Record<string, string>; android: object };
    };
    expect(message.android).not.toHaveProperty("notification");
    expect(message.data).toMatchObject({
      title: "T",
      body: "B",
      icon: "https://x.example/icon.png",
      category: "DOUBLE_SHOPNOW_CANCEL",
      pushref: "spring",
    });
    expect(JSON.parse(message.data["actions"] ?? "")).toEqual([
      {
        pos: 1,
        identifier: "SHOPNOW",
        label: "Shop Now",
        action: "OPEN_URL",
        value: "https://shop.example/now",
      },
      { pos: 2, identifier: "CANCEL", label: "Cancel", action: "DISMISS" },
    ]);
    expect(
      json(built({ android: { text: "B" } }, "android", context({ androidRendering: "sdk" }))),
    ).not.toHaveProperty("message.android.notification");
    const system = built(
      { android: { text: "B" }, interactive: { ...buttons, device_types: ["android"] } as never },
      "android",
      context({ androidRendering: "system" }),
    );
    expect(system.ignored.map(({ field }) => field)).toContain("interactive");
  });

  it("drops no custom tag with a reserved name, and reports its new name", () => {
    const request = built(
      {
        android: { text: "B", extras: { customtags: { transid: "mine", title: "2", fine: "3" } } },
      },
      "android",
    );
    expect(json(request)).toMatchObject({
      message: {
        data: { transid, "customtags.transid": "mine", "customtags.title": "2", fine: "3" },
      },
    });
    expect(request.ignored).toHaveLength(2);
    expect(readAppearance(request, { name: "Shop" }).customtags).toEqual({
      transid: "mine",
      title: "2",
      fine: "3",
    });
  });

  it("counts names and values of data and notification, not the body", () => {
    const of = (text: string) => built({ android: { text } }, "android", context({}));
    const empty = of("x").bytes - 1;
    expect(of("x".repeat(4_096 - empty)).tooLarge).toBe(false);
    expect(of("x".repeat(4_097 - empty)).tooLarge).toBe(true);
    expect(of("é".repeat(100)).bytes).toBe(empty + 200);
  });
});

describe("APNs", () => {
  it("puts each field where Apple wants it", () => {
    const request = built(
      {
        ios: {
          title: "T",
          text: "B",
          extras: {
            badge: "3",
            sound: "default",
            time_to_live: 100,
            collapse_key: "abc",
            attachmenturl: "https://x.example/i.png",
            customtags: { pushref: "no", n: { deep: [1] } },
            notificationaction: { action: "OPENWEBVIEW", value: "https://shop.example" },
          },
        },
        android: { text: "B" },
        interactive: buttons as never,
      },
      "ios",
    );
    expect(json(request)).toEqual({
      aps: {
        alert: { title: "T", body: "B" },
        badge: 3,
        sound: "default",
        category: "DOUBLE_SHOPNOW_CANCEL",
        "mutable-content": 1,
      },
      transid,
      action: "OPENWEBVIEW",
      value: "https://shop.example",
      attachmenturl: "https://x.example/i.png",
      actions: expect.any(Array),
      pushref: "spring",
      "customtags.pushref": "no",
      n: { deep: [1] },
    });
    expect(request.headers).toEqual({
      "content-type": "application/json",
      "apns-topic": "com.example.shop",
      "apns-push-type": "alert",
      "apns-priority": "10",
      "apns-expiration": String(acceptedAt / 1_000 + 100),
      "apns-collapse-id": "abc",
    });
  });

  it("is too large at 4,097 bytes", () => {
    const of = (text: string) => built({ ios: { text } }, "ios");
    const empty = of("x").bytes - 1;
    expect(of("x".repeat(4_096 - empty)).tooLarge).toBe(false);
    expect(of("x".repeat(4_097 - empty)).tooLarge).toBe(true);
  });
});

describe("Web Push", () => {
  const web = {
    platform_types: ["chrome", "firefox", "safari"],
    text: "B",
    url: "https://shop.example/o",
    actiontext: "Go",
    extras: { collapse_key: "order 1042", time_to_live: 0, customtags: { a: [1] } },
  };

  it("is a declarative document that a service worker can read too", () => {
    const request = built({ web }, "chrome", context({ iconUrl: "https://x.example/icon.png" }));
    expect(json(request)).toEqual({
      web_push: 8030,
      notification: {
        title: "Shop",
        navigate: "https://shop.example/o",
        body: "B",
        tag: "order 1042",
        icon: "https://x.example/icon.png",
        data: { transid, customtags: { a: [1] } },
        actions: [{ action: "open", title: "Go", navigate: "https://shop.example/o" }],
      },
      mutable: true,
    });
    expect(request.headers["ttl"]).toBe("0");
    expect(request.headers["topic"]).toMatch(/^[A-Za-z0-9_-]{32}$/);
  });

  it("heeds what Safari and Firefox do not take", () => {
    const safari = built({ web }, "safari");
    expect(safari.headers).toEqual({ ttl: "1", urgency: "normal" });
    expect(safari.ignored.map(({ field }) => field)).toEqual(["web.extras.collapse_key"]);
    const firefox = built({ web }, "firefox");
    expect(json(firefox)).not.toHaveProperty("notification.actions");
    expect(firefox.ignored.map(({ field }) => field)).toEqual(["web.actiontext"]);
  });

  it("is built for the browsers that the message names alone", () => {
    const request = effective({ web: { platform_types: ["chrome"], text: "B" } });
    expect(build(request, "firefox", context())).toBeUndefined();
    expect(build(request, "android", context())).toBeUndefined();
  });
});

describe("time to live", () => {
  it.each(["android", "hms", "ios", "chrome"] as const)(
    "of %s counts from acceptance and ends with expiry",
    (kind) => {
      const extras = { time_to_live: 3_600 };
      const push: Push = {
        android: { text: "B", extras },
        ios: { text: "B", extras },
        web: { platform_types: ["chrome"], text: "B", extras },
      };
      expect(built(push, kind, context({}, acceptedAt + 600_000)).ttlSeconds).toBe(3_000);
      expect(
        built(push, kind, context({}, acceptedAt + 600_000), {
          expiry: new Date(acceptedAt + 700_000).toISOString(),
        }).ttlSeconds,
      ).toBe(100);
      expect(
        built(push, kind, context({}, acceptedAt + 900_000), {
          expiry: new Date(acceptedAt + 700_000).toISOString(),
        }).ttlSeconds,
      ).toBe(0);
    },
  );
});
