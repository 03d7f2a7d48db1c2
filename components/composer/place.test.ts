import { expect, it } from "vitest";
import { placeOf } from "./place";

it.each([
  ["/channels/push/android/text", { tab: "android", path: "channels.push.android.text", label: "Android text" }],
  [
    "/channels/push/android/extras/customtags/imageurl",
    { tab: "android", path: "channels.push.android.extras.customtags.imageurl", label: "Android image" },
  ],
  ["/channels/push/web/platform_types/1", { tab: "web", path: "channels.push.web.platform_types", label: "Web browsers" }],
  ["/channels/push/ios", { tab: "ios", path: "channels.push.ios", label: "iOS" }],
  ["/destination/2/userid/14", { path: "destination.2", label: "Recipients" }],
  ["/destination", { path: "destination.0", label: "Recipients" }],
  ["/notifyurl", { path: "notifyurl", label: "Notify URL" }],
  ["/channels/push", { path: "channels", label: "Message" }],
  ["", { path: "", label: "Request" }],
])("finds the field of %j", (pointer, place) => expect(placeOf(pointer)).toEqual(place));
