import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import { build } from "./build";
import { readAppearance } from "./read-appearance";
import { context, effective, transid, type Push as Blocks } from "./testing";

type Push = NonNullable<Blocks>;

type Json = Record<string, unknown>;

const isText = (value: string) => !value.includes("\0") && !/\p{Cs}/u.test(value);
const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40, unit: "binary" }),
    fc.constantFrom('","token":"x', '"token":""', '\\"}}', "${x}", "\u2028", "</script>"),
  )
  .filter((value) => value.trim() !== "" && isText(value));
const name = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12, unit: "binary" }),
    fc.constantFrom(
      "transid",
      "title",
      "body",
      "token",
      "constructor",
      "toString",
      "customtags.a",
      "1",
      "0",
      "category",
      "alert",
      "badge",
    ),
    fc.constantFrom("actions", "pushref", "gcm", "googleX", "hasOwnProperty"),
  )
  .filter(
    (value) =>
      value !== "__proto__" &&
      isText(value) &&
      !/^(from|message_type|aps|google\..*|gcm\..*|imageurl)$/s.test(value),
  );
const value = fc.oneof(
  text,
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(name, text, { maxKeys: 3 }),
);
const tags = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true });

interface Message {
  push: Push;
  title: string;
  body: string;
  tags: Json;
}
const message: fc.Arbitrary<Message> = fc
  .record({
    title: text,
    body: text,
    tags,
    label: fc.option(text),
    pushref: text,
    url: fc.webUrl(),
  })
  .map(({ title, body, tags: customtags, label, pushref, url }) => {
    const extras = { customtags };
    const buttons = {
      category: "SINGLE_OPEN",
      device_types: ["android", "ios"],
      actions: [{ pos: 1, identifier: label ?? "OPEN" }],
      pushref,
    };
    return {
      title,
      body,
      tags: customtags,
      push: {
        android: { title, text: body, extras },
        ios: { title, text: body, extras },
        web: { platform_types: ["chrome", "firefox", "safari"], title, text: body, url, extras },
        ...(label !== null && { interactive: buttons as never }),
      },
    };
  });
const kinds = fc.constantFrom(...deviceKinds);

/** The names of everything but what a caller may name himself, sorted. */
function skeleton(body: string, kind: DeviceKind): unknown {
  const json = JSON.parse(body) as Json;
  if (kind === "ios")
    return {
      top: Object.keys(json).includes("aps"),
      aps: Object.keys(json["aps"] as Json).toSorted(),
    };
  if (kind !== "android" && kind !== "hms") {
    const notification = json["notification"] as Json;
    return [
      Object.keys(json),
      Object.keys(notification),
      Object.keys(notification["data"] as Json),
    ];
  }
  const inner = json["message"] as Json;
  const android = inner["android"] as Json;
  return [
    Object.keys(json),
    Object.keys(inner),
    Object.keys(android),
    Object.keys((android["notification"] ?? {}) as Json).toSorted(),
  ];
}

const plain: Push = {
  android: { title: "T", text: "B", extras: { customtags: { a: "1" } } },
  ios: { title: "T", text: "B", extras: { customtags: { a: "1" } } },
  web: {
    platform_types: ["chrome", "firefox", "safari"],
    title: "T",
    text: "B",
    url: "https://a.example",
    extras: { customtags: { a: "1" } },
  },
};

describe("any message", () => {
  it("comes out of the payload again, custom tags and all, together with our own members", () => {
    fc.assert(
      fc.property(message, kinds, ({ push, title, body, tags: customtags }, kind) => {
        const request = build(effective(push), kind, context());
        if (!request) throw new Error("nothing was built");
        const drawn = readAppearance(request, { name: "Shop" });
        expect(drawn).toMatchObject({ kind, transid, title, text: body });
        const asSent = (tag: unknown) =>
          typeof tag === "string" || (kind !== "android" && kind !== "hms")
            ? tag
            : JSON.stringify(tag);
        expect(drawn.customtags).toEqual(
          Object.fromEntries(Object.entries(customtags).map(([key, tag]) => [key, asSent(tag)])),
        );
        expect(drawn.buttons).toHaveLength(
          push.interactive && request.provider !== "webpush" ? 1 : 0,
        );
      }),
      { numRuns: 400 },
    );
  });

  it("has the structure of the plainest one: what a caller writes is data", () => {
    fc.assert(
      fc.property(message, kinds, ({ push, tags: customtags }, kind) => {
        const { interactive: _, ...blocks } = push;
        const body = build(effective(blocks), kind, context())?.body ?? "";
        // Long texts are sent to Huawei twice, and tags are left out where there are none.
        fc.pre((blocks.android?.text ?? "").length < 60 && Object.keys(customtags).length > 0);
        expect(skeleton(body, kind)).toEqual(
          skeleton(build(effective(plain), kind, context())?.body ?? "", kind),
        );
      }),
      { numRuns: 400 },
    );
  });

  it("has strings alone in FCM's data, under names that FCM takes", () => {
    fc.assert(
      fc.property(message, ({ push }) => {
        const { data } = (
          JSON.parse(build(effective(push), "android", context())?.body ?? "") as {
            message: { data: Json };
          }
        ).message;
        for (const [key, member] of Object.entries(data)) {
          expect(member).toBeTypeOf("string");
          expect(key).not.toMatch(/^(from|message_type)$|^(google|gcm)/i);
        }
      }),
    );
  });

  it("is built the same each time, and counted as it is", () => {
    fc.assert(
      fc.property(message, kinds, ({ push }, kind) => {
        const request = build(effective(push), kind, context());
        expect(build(effective(structuredClone(push)), kind, context())).toEqual(request);
        expect(request?.tooLarge).toBe((request?.bytes ?? 0) > (request?.limit ?? 0));
        const whole = new TextEncoder().encode(request?.body).length;
        expect(request?.bytes).toSatisfy((bytes: number) =>
          kind === "android" ? bytes < whole : bytes === whole,
        );
      }),
    );
  });
});
