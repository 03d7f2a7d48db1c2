import { describe, expect, it } from "vitest";
import { pathOfPointer } from "./pointer-path";

describe("pathOfPointer", () => {
  it.each([
    ["/channels/push/android/text", "channels.push.android.text"],
    ["/destination/0/userid/3", "destination.0.userid.3"],
    ["/channels/push/android/extras/customtags/a~1b", "channels.push.android.extras.customtags.a/b"],
    ["/channels/push/android/extras/customtags/a.b", "channels.push.android.extras.customtags"],
    ["", "root"],
    ["/", "root"],
  ])("%s → %s", (pointer, path) => expect(pathOfPointer(pointer)).toBe(path));
});
