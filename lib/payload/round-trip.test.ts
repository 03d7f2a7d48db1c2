import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviceKinds } from "@/lib/interface/device-kinds";
import type { ProviderRequest } from "./provider-request";
import { readAppearance } from "./read-appearance";
import { spliceToken, spliceTokens } from "./splice";
import { built, transid, type Push } from "./testing";

const json = ({ body }: Pick<ProviderRequest, "body">) => JSON.parse(body) as Record<string, never>;

describe("splicing", () => {
  it("gives the bytes of a payload built with the token, for any token and message", () => {
    const text = fc
      .string({ minLength: 1, unit: "binary" })
      .filter((value) => !value.includes("\0") && !/\p{Cs}/u.test(value));
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(text, { minLength: 1, maxLength: 3 }),
        (body, token, tokens) => {
          const push: Push = {
            android: {
              text: `"token":"" "token":[] ${body}`,
              extras: { customtags: { token: "", t: `"token":[]` } },
            },
          };
          const fcm = built(push, "android");
          const parsed = json(fcm) as unknown as { message: { token: string } };
          parsed.message.token = token;
          expect(spliceToken(fcm, token)).toBe(JSON.stringify(parsed));
          const hms = built(push, "hms");
          const parsedHms = json(hms) as unknown as { message: { token: string[] } };
          parsedHms.message.token = tokens;
          expect(spliceTokens(hms, tokens)).toBe(JSON.stringify(parsedHms));
        },
      ),
    );
  });
});

describe("appearance", () => {
  it("is the message again, for every kind of device and any text", () => {
    const text = fc
      .string({ minLength: 1, maxLength: 200, unit: "grapheme" })
      .filter((value) => value.trim() !== "" && !value.includes("\0") && !/\p{Cs}/u.test(value));
    fc.assert(
      fc.property(text, text, fc.constantFrom(...deviceKinds), (title, body, kind) => {
        const push: Push = {
          android: { title, text: body },
          ios: { title, text: body },
          web: { platform_types: ["chrome", "firefox", "safari"], title, text: body },
        };
        const drawn = readAppearance(built(push, kind), { name: "Shop" });
        expect(drawn).toMatchObject({ kind, appName: "Shop", transid, title, text: body });
      }),
    );
  });

  it("names the site to browsers alone, and only one that is an address", () => {
    const push: Push = { android: { text: "B" }, web: { platform_types: ["chrome"], text: "B" } };
    const site = (kind: "android" | "chrome", siteUrl: string | null) =>
      readAppearance(built(push, kind), { name: "Shop", siteUrl }).site;
    expect(site("chrome", "https://www.shop.example:8443/a?b")).toBe("www.shop.example:8443");
    expect(site("android", "https://shop.example/")).toBeUndefined();
    for (const none of [null, "", "shop", "mailto:a@b.co"])
      expect(site("chrome", none)).toBeUndefined();
  });

  it("shows buttons and where a tap leads", () => {
    const push: Push = {
      android: {
        text: "B",
        extras: { notificationaction: { action: "DEEPLINK", value: "shop://cart" } },
      },
      ios: { text: "B" },
      interactive: {
        category: "SINGLE_REPLY",
        device_types: ["android", "ios"],
        actions: [{ pos: 1 }],
      } as never,
    };
    for (const kind of ["android", "hms", "ios"] as const)
      expect(readAppearance(built(push, kind), { name: "Shop" }).buttons).toEqual([
        { identifier: "REPLY", label: "Reply", reply: true },
      ]);
    expect(readAppearance(built(push, "android"), { name: "Shop" }).tap).toEqual({
      action: "DEEPLINK",
      value: "shop://cart",
    });
    expect(readAppearance(built(push, "ios"), { name: "Shop" }).tap).toEqual({
      action: "OPEN_APP",
    });
  });
});
