import { describe, expect, it } from "vitest";
import { parseRequest } from "@/lib/interface/parse";
import type { PushRequestInput } from "@/lib/interface/request";
import { assemble, bodyOf } from "./assemble";

const form: PushRequestInput = {
  notifyurl: "",
  correlationid: "c1",
  channels: {
    push: {
      web: { title: "T", text: "W", platform_types: ["chrome"], url: "", actiontext: undefined },
      ios: undefined,
      android: { extras: { customtags: { imageurl: "" } }, text: "A", title: "" },
    },
  },
  destination: [{ userid: ["user-1"] }],
  appid: "app",
  deliverychannel: "push",
};

describe("assemble", () => {
  it("leaves out what is not written and keeps the order of the interface", () => {
    expect(bodyOf(form)).toBe(
      '{"deliverychannel":"push","appid":"app","destination":[{"userid":["user-1"]}],' +
        '"channels":{"push":{"android":{"text":"A"},"web":{"platform_types":["chrome"],"title":"T","text":"W"}}},"correlationid":"c1"}',
    );
  });
  it("keeps a block that says nothing, so that its missing text is reported", () => {
    const body = bodyOf({ ...form, channels: { push: { ios: { text: "" } } } });
    expect(body).toContain('"ios":{}');
    const read = parseRequest(new TextEncoder().encode(body), {
      sizeRule: "body",
      httpsOnly: true,
      now: 0,
    });
    expect(read.ok ? [] : read.problems.map(({ pointer }) => pointer)).toEqual([
      "/channels/push/ios/text",
    ]);
  });
  it("keeps pictures, and tags of the caller's own even when they are empty", () => {
    const extras = {
      customtags: { imageurl: "https://a.test/a.png", order: "" },
      collapse_key: "",
    };
    const { channels } = assemble({
      ...form,
      channels: { push: { android: { text: "A", extras } } },
    });
    expect(channels?.push?.android?.extras).toEqual({
      customtags: { imageurl: "https://a.test/a.png", order: "" },
    });
  });
  it("changes nothing the second time", () =>
    expect(assemble(assemble(form))).toEqual(assemble(form)));
});

it("keeps members that the interface does not know, with any content", () => {
  const unknown = {
    foo: "",
    extras: {},
    channels: {
      sms: { text: "" },
      push: {
        android: { text: "A", zzz: "", extras: { weird: "", sound: "" } },
        interactive: { pushref: "", zzz: "" },
        windows: { text: "" },
      },
    },
  };
  const assembledRequest = assemble({ ...form, ...unknown } as PushRequestInput);
  expect(assembledRequest).toMatchObject({ foo: "", extras: {} });
  expect(assembledRequest.channels).toEqual({
    sms: { text: "" },
    push: {
      android: { text: "A", zzz: "", extras: { weird: "" } },
      interactive: { zzz: "" },
      windows: { text: "" },
    },
  });
});
