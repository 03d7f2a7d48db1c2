import { expect, it } from "vitest";
import { placeOf } from "./place";

it.each([
  [
    "/channels/push/android/text",
    { step: "content", tab: "android", path: "channels.push.android.text", label: "Android text" },
  ],
  [
    "/channels/push/android/extras/customtags/imageurl",
    {
      step: "content",
      tab: "android",
      path: "channels.push.android.extras.customtags.imageurl",
      label: "Android image",
    },
  ],
  [
    "/channels/push/web/platform_types/1",
    {
      step: "content",
      tab: "web",
      path: "channels.push.web.platform_types",
      label: "Web browsers",
    },
  ],
  ["/channels/push/ios", { step: "content", tab: "ios", path: "channels.push.ios", label: "iOS" }],
  ["/destination/2/userid/14", { step: "audience", path: "destination.2", label: "Recipients" }],
  ["/destination", { step: "audience", path: "destination.0", label: "Recipients" }],
  ["/notifyurl", { step: "delivery", path: "notifyurl", label: "Notify URL" }],
  ["/channels/push", { step: "content", path: "channels", label: "Message" }],
  [
    "/channels/push/ios/extras/customtags/order/0",
    {
      step: "content",
      tab: "ios",
      path: "channels.push.ios.extras.customtags",
      label: "iOS custom tags",
    },
  ],
  [
    "/channels/push/ios/extras/notificationaction/value",
    {
      step: "content",
      tab: "ios",
      path: "channels.push.ios.extras.notificationaction.value",
      label: "iOS tap",
    },
  ],
  [
    "/channels/push/interactive/actions/1/value",
    { step: "buttons", path: "channels.push.interactive.actions.1.value", label: "Button 2" },
  ],
  [
    "/message/parameters/order",
    { step: "content", path: "message.parameters.order", label: "Template: order" },
  ],
  ["/expiry", { step: "delivery", path: "expiry", label: "Expiry" }],
  ["/nonsense", { step: "review", path: "nonsense", label: "nonsense" }],
  ["", { step: "review", path: "", label: "Request" }],
])("finds the field of %j", (pointer, place) => expect(placeOf(pointer)).toEqual(place));
