import { parseRequest, type ParseOptions, type ParseResult } from "./parse";
import type { PushRequest } from "./request";

/** A body that has everything and draws neither problem nor warning. */
export const whole = {
  deliverychannel: "push",
  appid: "app-1",
  destination: [{ userid: ["u1", "u2"] }, { android_pushid: ["a1"], correlationid: "own" }],
  channels: {
    push: {
      android: {
        text: "Hello",
        title: "Title",
        extras: {
          collapse_key: "key1",
          time_to_live: "60",
          customtags: { imageurl: "https://example.com/a.png", deep: { list: [1, null, "x"] } },
          notificationaction: { action: "OPEN_URL", value: "https://example.com/" },
          iconurl: "https://example.com/i.png",
          notificationChannelId: "news",
        },
      },
      ios: {
        text: "Hello",
        title: "Title",
        extras: {
          badge: "3",
          sound: "default",
          time_to_live: 60,
          customtags: { key: "value" },
          collapse_key: "key1",
          attachmenturl: "https://example.com/a.png",
          notificationaction: { action: "OPEN_APP" },
        },
      },
      web: {
        platform_types: ["chrome", "safari"],
        text: "Hello",
        title: "Title",
        url: "https://example.com/",
        actiontext: "Open",
        extras: { collapse_key: "key1", time_to_live: "2419200", customtags: { key: ["a"] } },
      },
      interactive: {
        category: "DOUBLE_YES_NO",
        device_types: ["android", "ios"],
        actions: [
          { pos: 1, action: "OPEN_URL", identifier: "YES", value: "https://example.com/yes" },
          { pos: "2", action: "DISMISS" },
        ],
        pushref: "ref",
      },
    },
  },
  expiry: "2026-02-07T14:52:10.281Z",
  correlationid: "c-1",
  callbackData: "data",
  notifyurl: "https://example.com/notify",
  notifyurlAuthId: "auth",
};

/** Returns `whole` with members set, or removed by `undefined`. Paths are dotted. */
export function edited(edits: Record<string, unknown>): Record<string, unknown> {
  const body = structuredClone(whole) as Record<string, unknown>;
  for (const [path, value] of Object.entries(edits)) {
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    let holder = body;
    for (const step of steps) holder = holder[step] as Record<string, unknown>;
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return body;
}

const encoder = new TextEncoder();
const defaults: ParseOptions = {
  sizeRule: "body",
  httpsOnly: false,
  now: Date.parse("2026-01-01T00:00:00Z"),
};

/** Parses a body, given as text or as a value. For tests. */
export function parse(body: unknown, options: Partial<ParseOptions> = {}): ParseResult {
  return parseRequest(encoder.encode(typeof body === "string" ? body : JSON.stringify(body)), {
    ...defaults,
    ...options,
  });
}

/** Returns the request of a body. Throws with the problems of one that is refused. For tests. */
export function requestOf(body: unknown, options: Partial<ParseOptions> = {}): PushRequest {
  const result = parse(body, options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.request;
}

/** Returns `code message` of every problem. For tests. */
export function refusals(body: unknown, options: Partial<ParseOptions> = {}): string[] {
  const result = parse(body, options);
  return result.ok ? [] : result.problems.map(({ code, message }) => `${code} ${message}`);
}

/** Returns the pointer of every problem. For tests. */
export function pointers(body: unknown, options: Partial<ParseOptions> = {}): string[] {
  const result = parse(body, options);
  return result.ok ? [] : result.problems.map(({ pointer }) => pointer);
}
