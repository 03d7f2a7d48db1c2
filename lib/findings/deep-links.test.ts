import { expect, it } from "vitest";
import type { PushRequestInput } from "@/lib/interface/request";
import { deepLinkDoubts } from "./deep-links";

const shop = { name: "Shop", deepLinkScheme: "myshop" };
const tap = (value: string, action = "DEEPLINK") =>
  ({
    channels: {
      push: { android: { text: "Hi", extras: { notificationaction: { action, value } } } },
    },
  }) as PushRequestInput;

it("finds a deep link of another app, on taps and on buttons, at its value", () => {
  const interactive = {
    actions: [{ action: "OPEN_APP" }, { action: "DEEPLINK", value: "other://cart" }],
  };
  const ios = {
    text: "Hi",
    extras: { notificationaction: { action: "DEEPLINK", value: "myshop://cart" } },
  };
  const request = {
    channels: { push: { ...tap("OTHER://orders").channels?.push, ios, interactive } },
  } as PushRequestInput;
  expect(deepLinkDoubts(request, shop)).toEqual([
    {
      pointer: "/channels/push/android/extras/notificationaction/value",
      headline: "This address opens nothing in Shop: its scheme is other://",
      text: "Addresses of Shop begin with myshop://. Change it here, or the deep-link scheme in the app’s settings.",
    },
    expect.objectContaining({ pointer: "/channels/push/interactive/actions/1/value" }),
  ]);
});

it.each([
  ["the app’s own scheme, in any case", tap("MyShop://orders"), shop],
  ["a universal link", tap("https://shop.example/orders"), shop],
  ["a path", tap("orders/1042"), shop],
  ["a scheme that is filled in later", tap("${scheme}://orders"), shop],
  ["an address for the browser", tap("other://orders", "OPEN_URL"), shop],
  ["an app without a scheme", tap("other://orders"), { name: "Shop", deepLinkScheme: null }],
  ["no app", tap("other://orders"), undefined],
  ["nothing", {} as PushRequestInput, shop],
])("finds nothing in %s", (_, request, app) => expect(deepLinkDoubts(request, app)).toEqual([]));
