import { describe, expect, it } from "vitest";
import { categories, identifiersOf } from "@/lib/interface/categories";
import { deviceKinds } from "@/lib/interface/device-kinds";
import type { ProviderRequest } from "./provider-request";
import { readAppearance } from "./read-appearance";
import { acceptedAt, built, context, type Push } from "./testing";

const json = ({ body }: Pick<ProviderRequest, "body">) =>
  JSON.parse(body) as Record<string, unknown>;
const fields = ({ ignored }: ProviderRequest) => ignored.map(({ field }) => field);
const single = (category: string, action: object, device_types = ["android", "ios"]): Push => ({
  android: { text: "B" },
  ios: { text: "B" },
  interactive: { category, device_types, actions: [{ pos: 1, ...action }] } as never,
});

describe("APNs", () => {
  it("has a collapse id that a header carries, and that differs where the keys do", () => {
    const of = (collapse_key: string) =>
      built({ ios: { text: "B", extras: { collapse_key } } }, "ios");
    for (const key of ["abc", "order 1042", "~".repeat(64)]) {
      expect(of(key).headers["apns-collapse-id"]).toBe(key);
      expect(of(key).ignored).toEqual([]);
    }
    const odd = ["日", "旵", "é", "😀", "a\nb", " a", "a ", "\u007f"];
    const ids = odd.map((key) => of(key).headers["apns-collapse-id"]);
    for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/);
    expect(new Set(ids).size).toBe(odd.length);
    expect(fields(of("日"))).toEqual(["ios.extras.collapse_key"]);
  });

  it("expires at a moment of its own, or at once", () => {
    const at = (extras: object, more = {}) =>
      built({ ios: { text: "B", extras } }, "ios", context({}, acceptedAt + 10_500), more).headers[
        "apns-expiration"
      ];
    const seconds = acceptedAt / 1_000;
    expect(at({})).toBe(String(seconds + 2_592_000));
    expect(at({ time_to_live: 0 })).toBe("0");
    expect(at({ time_to_live: 60 })).toBe(String(seconds + 60));
    expect(at({ time_to_live: 60 }, { expiry: new Date(acceptedAt + 30_900).toISOString() })).toBe(
      String(seconds + 30),
    );
  });

  it("needs no bundle id of the context, and clears the badge by 0", () => {
    const request = built({ ios: { text: "B", extras: { badge: "0" } } }, "ios", {
      ...context(),
      app: { name: "Shop" },
    });
    expect(request.headers).not.toHaveProperty("apns-topic");
    expect(json(request)["aps"]).toMatchObject({ badge: 0 });
  });
});

describe("Web Push", () => {
  it("takes 3,993 bytes of plain text", () => {
    const of = (text: string) => built({ web: { platform_types: ["chrome"], text } }, "chrome");
    const empty = of("x").bytes - 1;
    expect(of("x".repeat(3_993 - empty))).toMatchObject({
      bytes: 3_993,
      limit: 3_993,
      tooLarge: false,
    });
    expect(of("x".repeat(3_994 - empty))).toMatchObject({ bytes: 3_994, tooLarge: true });
    expect(new TextEncoder().encode(of("é€😀").body).length).toBe(of("é€😀").bytes);
  });

  it("has a topic that push services take, the same for the same key", () => {
    const topic = (collapse_key: string) =>
      built({ web: { platform_types: ["chrome"], text: "B", extras: { collapse_key } } }, "chrome")
        .headers["topic"];
    for (const key of ["upd", "A".repeat(32), "dash-_ok"]) expect(topic(key)).toBe(key);
    for (const key of ["A".repeat(33), "has space", "slash/plus+", "日"]) {
      expect(topic(key)).toMatch(/^[\w-]{32}$/);
      expect(topic(key)).toBe(topic(key));
    }
  });

  it("leads to the app's site where the message names no page, and nowhere where there is none", () => {
    const push: Push = { web: { platform_types: ["chrome"], text: "B" } };
    expect(readAppearance(built(push, "chrome"), { name: "Shop" }).tap).toEqual({
      action: "OPEN_URL",
      value: "https://shop.example/",
    });
    expect(
      readAppearance(built(push, "chrome", { ...context(), app: { name: "Shop" } }), {
        name: "Shop",
      }).tap,
    ).toEqual({
      action: "OPEN_APP",
    });
  });

  it("says that buttons of interactive are not for browsers", () => {
    const push = { ...single("SINGLE_OPEN", {}), web: { platform_types: ["chrome"], text: "B" } };
    expect(fields(built(push, "chrome"))).toEqual(["interactive"]);
  });
});

describe("FCM", () => {
  it("says what the system cannot draw, when the app leaves it to the system", () => {
    const push = single("SINGLE_OPEN", {});
    const request = built(
      {
        ...push,
        android: { text: "B", extras: { iconurl: "https://x.example/i.png", sound: "bell" } },
      },
      "android",
      context({ androidRendering: "system" }),
    );
    expect(fields(request)).toEqual([
      "android.extras.sound",
      "android.extras.iconurl",
      "interactive",
    ]);
  });

  it("takes the app's default channel when the message names none", () => {
    const of = (extras: object) =>
      readAppearance(
        built({ android: { text: "B", extras } }, "android", context({ defaultChannelId: "main" })),
        { name: "Shop" },
      ).channelId;
    expect(of({})).toBe("main");
    expect(of({ notificationChannelId: "offers" })).toBe("offers");
  });

  it("keeps every reserved name out of data", () => {
    const names = ["from2", "google_x", "gcm", "GCMx", "collapse_key", "title", "actions"];
    const request = built(
      {
        android: {
          text: "B",
          extras: { customtags: Object.fromEntries(names.map((name) => [name, "1"])) },
        },
      },
      "android",
    );
    const { data } = json(request)["message"] as { data: Record<string, string> };
    expect(Object.keys(data)).toEqual([
      "transid",
      "from2",
      ...names.slice(1).map((name) => `customtags.${name}`),
    ]);
  });
});

describe("interactive", () => {
  it.each(categories)(
    "%s reaches each mobile device with its buttons, and no other",
    (category) => {
      const identifiers = identifiersOf(category);
      const push: Push = {
        android: { text: "B" },
        ios: { text: "B" },
        web: { platform_types: ["chrome", "firefox", "safari"], text: "B" },
        interactive: {
          category,
          device_types: ["android", "ios"],
          actions: identifiers.map((_, index) => ({ pos: index + 1 })).toReversed(),
          pushref: "ref",
        } as never,
      };
      for (const kind of deviceKinds) {
        const drawn = readAppearance(built(push, kind), { name: "Shop" });
        const isMobile = kind === "android" || kind === "hms" || kind === "ios";
        expect(drawn.buttons.map(({ identifier }) => identifier)).toEqual(
          isMobile ? identifiers : [],
        );
        expect(drawn.pushref).toBe(isMobile ? "ref" : undefined);
        expect(drawn.buttons.some(({ reply }) => reply === true)).toBe(
          isMobile && category === "SINGLE_REPLY",
        );
      }
    },
  );

  it("stays with the device types that it names", () => {
    expect(
      readAppearance(built(single("SINGLE_OPEN", {}, ["ios"]), "android"), { name: "Shop" })
        .buttons,
    ).toEqual([]);
    expect(
      readAppearance(built(single("SINGLE_OPEN", {}, ["ios"]), "hms"), { name: "Shop" }).buttons,
    ).toEqual([]);
    expect(
      readAppearance(built(single("SINGLE_OPEN", {}, ["android"]), "ios"), { name: "Shop" })
        .buttons,
    ).toEqual([]);
  });

  it.each(["android", "hms", "ios"] as const)(
    "asks for a reply by the category, for any label of the button, on %s",
    (kind) => {
      const reply = (category: string, identifier: string) =>
        readAppearance(built(single(category, { identifier }), kind), { name: "Shop" }).buttons[0]
          ?.reply;
      expect(reply("SINGLE_REPLY", "ANSWER")).toBe(true);
      expect(reply("SINGLE_OPEN", "REPLY")).toBeUndefined();
    },
  );
});
