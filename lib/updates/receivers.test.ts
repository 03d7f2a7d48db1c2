import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import { forget, once } from "@/lib/runtime/once";
import { bodyOf } from "./build";
import type { ServiceEndpoints } from "./endpoints";
import { receiversOf } from "./receivers";
import { testSource } from "./testing";

const webhook = {
  id: newId(),
  url: "https://w.example/",
  notifyAuthId: "w",
  kinds: ["read"],
  signingSecret: null,
  disabled: false,
};
const service: ServiceEndpoints = {
  serviceId: newId(),
  notifyurl: "https://s.example/",
  notifyurlAuthId: "s",
  signingSecret: null,
  webhooks: [webhook],
};
const factsWith = (more: object) => ({ notifyurl: "", notifyurlAuthId: "", ...more });

describe("receivers", () => {
  it("takes the request's notify URL, else the service's with its authentication", () => {
    const where = (more: object) => receiversOf("submitted", factsWith(more), service);
    expect(where({})).toEqual([
      { receiver: "notifyurl", url: "https://s.example/", notifyAuthId: "s" },
    ]);
    expect(where({ notifyurl: "https://r.example/" })).toEqual([
      { receiver: "notifyurl", url: "https://r.example/", notifyAuthId: "" },
    ]);
    expect(where({ notifyurl: "https://r.example/", notifyurlAuthId: "r" })[0]?.notifyAuthId).toBe(
      "r",
    );
    expect(where({ notifyurlAuthId: "r" })).toEqual([
      { receiver: "notifyurl", url: "https://s.example/", notifyAuthId: "r" },
    ]);
    expect(receiversOf("submitted", factsWith({}), undefined)).toEqual([]);
  });

  it("adds the webhooks that ask for the kind and are on", () => {
    expect(receiversOf("read", factsWith({}), service).map(({ receiver }) => receiver)).toEqual([
      "notifyurl",
      webhook.id,
    ]);
    expect(
      receiversOf("read", factsWith({}), {
        ...service,
        webhooks: [{ ...webhook, disabled: true }],
      }),
    ).toHaveLength(1);
  });
});

describe("the body", () => {
  const zone = "update-time-zone";
  beforeEach(() => {
    forget(zone);
    once(zone, () => "UTC");
  });
  afterEach(() => forget(zone));

  it("has every member in the contract's order", () => {
    const source = testSource(newId(), "delivered", { pushref: "ref" });
    const info = (body: string) =>
      (JSON.parse(body) as { deliveryInfoNotification: { deliveryInfo: Record<string, unknown> } })
        .deliveryInfoNotification.deliveryInfo;
    expect(info(bodyOf(source))).not.toHaveProperty("interaction");
    expect(info(bodyOf({ ...source, kind: "read", code: "7502" }))).toHaveProperty("interaction", {
      Button_Pressed: "",
      pushref: "ref",
    });
    expect(Object.keys(info(bodyOf(source)))).toEqual([
      "timeStamp",
      "pushId",
      "Description",
      "code",
      "deliveryChannel",
      "destination",
      "destinationType",
      "deviceid",
      "deliveryStatus",
    ]);
  });

  it("is what the contract shows", () => {
    const source = testSource("0190b0a0-0000-7000-8000-000000000000", "submitted", {
      messageId: "t",
      destination: "x",
      destinationType: "android_pushid",
      pushid: "x",
      deviceid: "d",
    });
    expect(bodyOf(source)).toBe(
      `{"deliveryInfoNotification":{"deliveryInfo":{"timeStamp":"2026-02-07T14:52:10.281+00:00","pushId":"x","Description":"Submitted","code":"7501","deliveryChannel":"push","destination":"x","destinationType":"android_pushid","deviceid":"d","deliveryStatus":"Submitted"},"subtid":"","transid":"t","callbackData":"","correlationid":"c"}}`,
    );
  });
});
