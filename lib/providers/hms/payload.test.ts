import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProviderRequest } from "@/lib/payload/provider-request";
import { readAppearance } from "@/lib/payload/read-appearance";
import { built, transid, type Push } from "@/lib/payload/testing";

const json = ({ body }: Pick<ProviderRequest, "body">) =>
  JSON.parse(body) as Record<string, unknown>;
const fields = ({ ignored }: ProviderRequest) => ignored.map(({ field }) => field);
const hmsButtons = (request: ProviderRequest) =>
  (json(request) as { message: { android: { notification: { buttons: object[] } } } }).message
    .android.notification.buttons;
const single = (category: string, action: object): Push => ({
  android: { text: "B" },
  ios: { text: "B" },
  interactive: {
    category,
    device_types: ["android", "ios"],
    actions: [{ pos: 1, ...action }],
  } as never,
});
const buttons = {
  category: "DOUBLE_SHOPNOW_CANCEL",
  device_types: ["android", "ios"],
  actions: [
    { pos: 2, action: "DISMISS" },
    { pos: 1, action: "OPEN_URL", value: "https://shop.example/now" },
  ],
  pushref: "spring",
} as const;

describe("HMS", () => {
  it("has a title, a click action and real buttons", () => {
    const request = built(
      {
        android: {
          text: "B",
          extras: { notificationaction: { action: "DEEPLINK", value: "shop://cart" } },
        },
        ios: { text: "B" },
        interactive: buttons as never,
      },
      "hms",
    );
    expect(json(request)).toMatchObject({
      message: {
        android: {
          urgency: "HIGH",
          ttl: "1296000s",
          notification: {
            title: "Shop",
            body: "B",
            click_action: { type: 1, intent: "shop://cart" },
            buttons: [
              { name: "Shop Now", action_type: 2, intent: "https://shop.example/now" },
              { name: "Cancel", action_type: 3 },
            ],
          },
        },
        token: [],
      },
    });
  });

  it("maps a collapse key to the same number each time, and says so", () => {
    const of = (key: string) =>
      built({ android: { text: "B", extras: { collapse_key: key } } }, "hms");
    const group = (key: string) =>
      (json(of(key)) as unknown as { message: { android: { collapse_key: number } } }).message
        .android.collapse_key;
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,20}$/), (key) => {
        expect(group(key)).toBe(group(key));
        expect(group(key)).toBeGreaterThanOrEqual(1);
        expect(group(key)).toBeLessThanOrEqual(100);
      }),
    );
    expect(of("abc").ignored.map(({ field }) => field)).toContain("android.extras.collapse_key");
  });

  it("sends a long text again as the big one, unless that would be too much", () => {
    expect(built({ android: { text: "x".repeat(100) } }, "hms").body).toContain("big_body");
    const long = built({ android: { text: "x".repeat(3_000) } }, "hms");
    expect(long.body).not.toContain("big_body");
    expect(long.tooLarge).toBe(false);
  });

  const push: Push = {
    android: {
      title: "T",
      text: "B",
      extras: {
        collapse_key: "abc",
        time_to_live: 60,
        sound: "bell.mp3",
        delay_while_idle: "true",
        notificationChannelId: "offers",
        iconurl: "https://x.example/icon.png",
        customtags: {
          imageurl: "https://x.example/i.png",
          n: { deep: [1] },
          s: "text",
          transid: "mine",
        },
        notificationaction: { action: "OPEN_URL", value: "https://shop.example/a" },
      },
    },
    interactive: {
      category: "DOUBLE_LIKE_SHARE",
      device_types: ["android"],
      actions: [{ pos: 1 }, { pos: 2, action: "SHARE", value: "Look!" }],
      pushref: "spring",
    } as never,
  };
  const actions = [
    { pos: 1, identifier: "LIKE", label: "Like" },
    { pos: 2, identifier: "SHARE", label: "Share", action: "SHARE", value: "Look!" },
  ];

  it("is given every field, one way or another", () => {
    const request = built(push, "hms");
    const { data, ...message } = json(request)["message"] as { data: string };
    expect(message).toEqual({
      android: {
        collapse_key: expect.any(Number) as number,
        urgency: "NORMAL",
        ttl: "60s",
        notification: {
          title: "T",
          body: "B",
          image: "https://x.example/i.png",
          channel_id: "offers",
          click_action: { type: 2, url: "https://shop.example/a" },
          buttons: [
            { name: "Like", action_type: 0 },
            { name: "Share", action_type: 4, data: "Look!" },
          ],
        },
      },
      token: [],
    });
    expect(JSON.parse(data)).toEqual({
      transid,
      action: "OPEN_URL",
      value: "https://shop.example/a",
      icon: "https://x.example/icon.png",
      category: "DOUBLE_LIKE_SHARE",
      actions,
      pushref: "spring",
      imageurl: "https://x.example/i.png",
      n: '{"deep":[1]}',
      s: "text",
      "customtags.transid": "mine",
    });
    expect(fields(request)).toEqual([
      "android.extras.sound",
      "android.extras.customtags.transid",
      "android.extras.collapse_key",
    ]);
  });

  it("opens the app where Huawei would refuse what was asked for, and says so", () => {
    const plain = built(
      {
        android: {
          text: "B",
          extras: {
            time_to_live: 2_000_000,
            customtags: { imageurl: "http://x.example/i.png" },
            notificationaction: { action: "OPEN_URL", value: "http://shop.example" },
          },
        },
      },
      "hms",
    );
    expect(json(plain)).toMatchObject({
      message: { android: { ttl: "1296000s", notification: { click_action: { type: 3 } } } },
    });
    expect(plain.body).not.toContain('"image":');
    expect(fields(plain)).toEqual([
      "android.extras.customtags.imageurl",
      "android.extras.time_to_live",
      "android.extras.notificationaction",
    ]);
    for (const [category, action] of [
      ["SINGLE_OPEN", { action: "OPEN_URL", value: "http://shop.example" }],
      ["SINGLE_SHARE", { action: "SHARE", value: "x".repeat(1_025) }],
    ] as const) {
      const request = built(single(category, action), "hms");
      expect(hmsButtons(request)).toEqual([{ name: expect.any(String) as string, action_type: 0 }]);
      expect(fields(request)).toEqual(["interactive.actions (pos 1)"]);
      expect(readAppearance(request, { name: "Shop" }).buttons).toMatchObject([action]);
    }
    expect(
      hmsButtons(
        built(single("SINGLE_SHARE", { action: "SHARE", value: "x".repeat(1_024) }), "hms"),
      ),
    ).toEqual([{ name: "Share", action_type: 4, data: "x".repeat(1_024) }]);
  });

  it("maps the actions of buttons and taps", () => {
    const link = "shop://cart";
    expect(
      hmsButtons(built(single("SINGLE_DEEPLINK", { action: "DEEPLINK", value: link }), "hms")),
    ).toEqual([{ name: "Deeplink", action_type: 1, intent_type: 0, intent: link }]);
    expect(
      hmsButtons(
        built(single("SINGLE_OPEN", { action: "OPENWEBVIEW", value: "https://a.example" }), "hms"),
      ),
    ).toEqual([{ name: "Open", action_type: 0 }]);
    for (const [action, value, type] of [
      ["OPEN_APP", undefined, 3],
      ["OPENWEBVIEW", "https://a.example", 3],
      ["OPEN_HTML", "<b>Hi</b>", 3],
      ["DEEPLINK", link, 1],
    ] as const) {
      const request = built(
        {
          android: {
            text: "B",
            extras: { notificationaction: { action, ...(value && { value }) } },
          },
        },
        "hms",
      );
      expect(json(request)).toMatchObject({
        message: { android: { notification: { click_action: { type } } } },
      });
      expect(readAppearance(request, { name: "Shop" }).tap).toEqual({
        action,
        ...(value && { value }),
      });
    }
  });

  it("cuts a caption between characters, and has one for every identifier", () => {
    const name = (identifier: string) =>
      (hmsButtons(built(single("SINGLE_OPEN", { identifier }), "hms")) as { name: string }[])[0]
        ?.name;
    expect(name(`${"x".repeat(39)}😀`)).toBe(`X${"x".repeat(38)}`);
    expect(name("_")).toBe("_");
  });

  it("takes 4,096 bytes without its tokens", () => {
    const of = (text: string) => built({ android: { title: "T", text } }, "hms");
    const empty = of("x").bytes - 1;
    expect(of("x".repeat(4_096 - empty))).toMatchObject({ bytes: 4_096, tooLarge: false });
    expect(of("x".repeat(4_097 - empty))).toMatchObject({ bytes: 4_097, tooLarge: true });
  });
});
