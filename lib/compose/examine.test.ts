import { describe, expect, it } from "vitest";
import type { TemplateVersion } from "@/lib/template/resolve";
import { bodyOf } from "./assemble";
import { exampleComposition, type ComposerApp } from "./composition";
import { examine } from "./examine";

const app: ComposerApp = {
  serviceId: "s",
  serviceActive: true,
  pushEnabled: true,
  appid: "sandbox",
  name: "Sandbox",
  siteUrl: "https://site.test/",
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
const options = {
  app: { name: "Sandbox", siteUrl: "https://site.test/", bundleId: "app.test" },
  sender: app,
  httpsOnly: false,
  sizeRule: "body" as const,
  now: Date.UTC(2026, 0, 1),
};

describe("examine", () => {
  it("finds nothing wrong with the example, and draws it for every kind of device", () => {
    const { request, shared } = exampleComposition(app.appid);
    const seen = examine(bodyOf(request), options);
    expect([...seen.problems, ...seen.warnings].map(({ rule }) => rule)).toEqual([
      "web.actiontext.missing",
    ]);
    expect(Object.keys(seen.drawn)).toEqual([
      "android",
      "hms",
      "ios",
      "chrome",
      "firefox",
      "safari",
    ]);
    for (const { request: sent, appearance } of Object.values(seen.drawn)) {
      expect(appearance).toMatchObject({ kind: sent.kind, title: shared.title, text: shared.text });
      expect(sent.tooLarge).toBe(false);
    }
    expect(seen.bodyBytes).toBe(Buffer.byteLength(seen.body));
  });

  it("still draws the blocks that are complete when another is not", () => {
    const { request } = exampleComposition(app.appid);
    const push = { ...request.channels?.push, ios: { text: "" } };
    const seen = examine(
      bodyOf({ ...request, destination: [{ userid: [] }], channels: { push } }),
      options,
    );
    expect(seen.problems.map(({ pointer }) => pointer)).toEqual([
      "/destination/0/userid",
      "/channels/push/ios/text",
    ]);
    expect(Object.keys(seen.drawn)).toEqual(["android", "hms", "chrome", "firefox", "safari"]);
  });

  it.each(["h", "https:", "https://", "https://a b", "::"])(
    "keeps a screen while its links are typed: %s",
    (url) => {
      const { request } = exampleComposition(app.appid);
      const tap = { action: "OPEN_URL", value: url };
      const push = {
        android: {
          text: "A",
          extras: { iconurl: url, customtags: { imageurl: url }, notificationaction: tap },
        },
        ios: {
          text: "I",
          extras: { attachmenturl: url, notificationaction: { action: "OPEN_URL" } },
        },
        web: { platform_types: ["chrome"], text: "W", url },
        interactive: {
          category: "SINGLE_OPEN",
          device_types: ["android"],
          actions: [{ pos: 1, ...tap }],
        },
      };
      const seen = examine(bodyOf({ ...request, channels: { push } } as typeof request), options);
      expect(seen.problems.map(({ pointer }) => pointer)).toContain(
        "/channels/push/ios/extras/notificationaction/value",
      );
      expect(Object.keys(seen.drawn)).toEqual(["android", "hms", "ios", "chrome"]);
    },
  );

  it("draws only the browsers that are chosen", () => {
    const { request } = exampleComposition(app.appid);
    const push = { web: { platform_types: ["firefox"], title: "T", text: "X", actiontext: "Go" } };
    expect(Object.keys(examine(bodyOf({ ...request, channels: { push } }), options).drawn)).toEqual(
      ["firefox"],
    );
  });

  it("knows what the app has no provider for, and draws it all the same", () => {
    const { request } = exampleComposition(app.appid);
    const body = bodyOf({
      ...request,
      destination: [{ userid: ["u"] }, { hms_pushid: ["h"] }, { ios_pushid: ["i"] }],
    });
    const missed = (providers: ComposerApp["providers"]) => {
      const seen = examine(body, { ...options, sender: { ...app, providers } });
      expect(Object.keys(seen.drawn)).toHaveLength(6);
      return seen.problems.map(({ code, pointer }) => `${code} ${pointer}`);
    };
    expect(missed(["fcm", "webpush"])).toEqual([
      "7106 /destination/1/hms_pushid",
      "7106 /destination/2/ios_pushid",
      "7106 /channels/push/ios",
    ]);
    expect(missed(["hms", "apns", "webpush"])).toEqual([]);
    expect(examine(body, options).problems).toEqual([]);
  });

  it("sends every recipient of a kind the same, with any id and any correlation id", () => {
    const { request } = exampleComposition(app.appid);
    const sent = (destination: typeof request.destination) =>
      Object.values(examine(bodyOf({ ...request, destination }), options).drawn).map(
        (drawn) => drawn.request,
      );
    const short = sent([{ userid: ["u"] }]);
    expect(short).toHaveLength(6);
    expect(
      sent([{ userid: ["u".repeat(200), "v"], correlationid: "own" }, { ios_pushid: ["i"] }]),
    ).toEqual(short);
  });
});

describe("a template that is not filled in", () => {
  const template: TemplateVersion = {
    templateId: "shipped",
    version: 1,
    languages: [],
    blocks: { android: { title: "For ${name}", text: "Order ${order}${note}" } },
    parameters: [
      { name: "name", type: "text", required: true, sample: "Ann", description: "" },
      { name: "order", type: "text", required: true, sample: "A-7", description: "" },
      { name: "note", type: "text", required: false, default: ".", sample: "!", description: "" },
    ],
  };
  const examineWith = (
    parameters: Record<string, string>,
    destination: object[] = [{ userid: ["u"] }],
  ) =>
    examine(
      JSON.stringify({
        deliverychannel: "push",
        appid: "sandbox",
        destination,
        message: { template: "shipped", parameters },
      }),
      {
        ...options,
        template,
      },
    );

  it("is shown with samples for what is required, while checks and bytes are of what is written", () => {
    const seen = examineWith({ order: "B-9" });
    expect(seen.samples).toEqual(["name"]);
    expect(seen.previews.android?.appearance).toMatchObject({
      title: "For Ann",
      text: "Order B-9.",
    });
    expect(seen.drawn).toEqual({});
    expect(seen.problems.map(({ pointer }) => pointer)).toEqual(["/message/parameters/name"]);
    expect(seen.body).not.toContain("Ann");
  });

  it("is shown as it is sent once it is filled in, and before anybody is named", () => {
    const whole = examineWith({ name: "Maya", order: "B-9" });
    expect(whole.samples).toEqual([]);
    expect(whole.previews).toBe(whole.drawn);
    const toNobody = examineWith({ name: "Maya", order: "B-9" }, [{ userid: [] }]);
    expect(toNobody.samples).toEqual([]);
    expect(toNobody.previews.android?.appearance).toMatchObject({ title: "For Maya" });
  });

  it("is shown with samples for values that it does not take, and checked as it is written", () => {
    const number = {
      name: "price",
      type: "number" as const,
      required: false,
      sample: "7",
      description: "",
    };
    const priced = {
      ...template,
      blocks: { android: { text: "${price} for ${name}" } },
      parameters: [...template.parameters, number],
    };
    const seen = (parameters: Record<string, string>) =>
      examine(
        JSON.stringify({
          deliverychannel: "push",
          appid: "sandbox",
          destination: [{ userid: ["u"] }],
          message: { template: "shipped", parameters },
        }),
        { ...options, template: priced },
      );
    for (const half of ["-", "1.", "abc"]) {
      const { previews, samples, problems } = seen({ name: "Maya", order: "B-9", price: half });
      expect([previews.android?.appearance.text, samples]).toEqual(["7 for Maya", ["price"]]);
      expect(problems.map(({ pointer }) => pointer)).toEqual(["/message/parameters/price"]);
    }
    expect(
      seen({ name: "Maya", order: "B-9", price: "1.5" }).previews.android?.appearance.text,
    ).toBe("1.5 for Maya");
  });

  it("has no previews and no samples of an invalid request", () => {
    const seen = examineWith({ name: "Maya", colour: "red" });
    expect([seen.previews, seen.samples]).toEqual([{}, []]);
  });
});
