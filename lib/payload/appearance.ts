import type { DeviceKind, ProviderKind } from "@/lib/interface/device-kinds";
import type { JsonValue } from "@/lib/interface/effective";
import { apnsOwnNames, fcmOwnNames, hmsOwnNames, tagPrefix } from "@/lib/interface/tag-names";
import { isPictureUrl, parseUrl } from "@/lib/interface/url";
import { jsonIn, membersOf } from "@/lib/interface/value-shape";

/** What a device makes of a push: read from what the provider was sent, and from nothing else. */
export interface Appearance {
  kind: DeviceKind;
  transid?: string;
  appName: string;
  title?: string;
  text: string;
  imageUrl?: string;
  iconUrl?: string;
  /** Host of the site that a browser subscribed on, for browsers alone. */
  site?: string;
  badge?: number;
  sound?: string;
  channelId?: string;
  collapseKey?: string;
  ttlSeconds?: number;
  buttons: {
    identifier: string;
    label: string;
    action?: string;
    value?: string;
    reply?: boolean;
  }[];
  tap: { action: string; value?: string };
  pushref?: string;
  customtags: Record<string, JsonValue>;
}

/** A request to a provider as far as a device sees it. Header names in lower case. */
export interface Sent {
  provider: ProviderKind;
  kind: DeviceKind;
  headers: Record<string, string>;
  body: string;
}

type Json = Record<string, unknown>;

/**
 * What a device shows of a payload. Drawn by the composer's previews and by the sandbox's devices
 * alike. Throws `SyntaxError` for a body that is not JSON.
 */
export function appearance(
  sent: Sent,
  app: { name: string; iconUrl?: string | null; siteUrl?: string | null },
): Appearance {
  const json = membersOf(JSON.parse(sent.body));
  const read = readers[sent.provider](json, sent);
  const icon = read.iconUrl ?? app.iconUrl ?? undefined;
  const site = sent.provider === "webpush" ? hostOf(app.siteUrl) : undefined;
  return {
    kind: sent.kind,
    appName: app.name,
    ...read,
    ...optional("iconUrl", icon),
    ...optional("site", site),
  };
}

/**
 * Whether a device fetches a picture from a URL. Previews and simulated devices load no other: it
 * may name script, a file or this console.
 */
export function isFetched(url: string): boolean {
  return isPictureUrl(url);
}

function hostOf(url: string | null | undefined): string | undefined {
  return (url && parseUrl(url)?.host) || undefined;
}

type Read = Omit<Appearance, "kind" | "appName" | "site">;

const readers: Record<ProviderKind, (json: Json, sent: Sent) => Read> = {
  fcm: readFcm,
  hms: readHms,
  apns: readApns,
  webpush: readWebPush,
};

function readFcm(json: Json): Read {
  const message = membersOf(json["message"]);
  const data = membersOf(message["data"]);
  const android = membersOf(message["android"]);
  const notification =
    android["notification"] === undefined ? data : membersOf(android["notification"]);
  return {
    ...optional("transid", text(data["transid"])),
    ...optional("title", text(notification["title"])),
    text: text(notification["body"]) ?? "",
    ...optional("imageUrl", text(notification["image"])),
    ...optional("iconUrl", android["notification"] === undefined ? text(data["icon"]) : undefined),
    ...optional("channelId", text(notification["channel_id"])),
    ...optional("collapseKey", text(android["collapse_key"])),
    ...optional("ttlSeconds", seconds(android["ttl"])),
    buttons: buttonsIn(parsed(data["actions"]), data["category"]),
    tap: tapIn(data),
    ...optional("pushref", text(data["pushref"])),
    customtags: tagsIn(data, fcmOwnNames),
  };
}

function readHms(json: Json): Read {
  const message = membersOf(json["message"]);
  const data = membersOf(parsed(message["data"]));
  const android = membersOf(message["android"]);
  const notification = membersOf(android["notification"]);
  const group = android["collapse_key"];
  return {
    ...optional("transid", text(data["transid"])),
    ...optional("title", text(notification["title"])),
    text: text(notification["body"]) ?? "",
    ...optional("imageUrl", text(notification["image"])),
    ...optional("iconUrl", text(data["icon"])),
    ...optional("channelId", text(notification["channel_id"])),
    ...optional("collapseKey", typeof group === "number" ? String(group) : undefined),
    ...optional("ttlSeconds", seconds(android["ttl"])),
    buttons: buttonsIn(data["actions"], data["category"]),
    tap: tapIn(data),
    ...optional("pushref", text(data["pushref"])),
    customtags: tagsIn(data, hmsOwnNames),
  };
}

function readApns(json: Json, { headers }: Sent): Read {
  const aps = membersOf(json["aps"]);
  const alert = membersOf(aps["alert"]);
  const badge = aps["badge"];
  return {
    ...optional("transid", text(json["transid"])),
    ...optional("title", text(alert["title"])),
    text: text(alert["body"]) ?? "",
    ...optional("imageUrl", text(json["attachmenturl"])),
    ...optional("badge", typeof badge === "number" ? badge : undefined),
    ...optional("sound", text(aps["sound"])),
    ...optional("collapseKey", headers["apns-collapse-id"]),
    buttons: buttonsIn(json["actions"], aps["category"]),
    tap: tapIn(json),
    ...optional("pushref", text(json["pushref"])),
    customtags: tagsIn(json, apnsOwnNames),
  };
}

function readWebPush(json: Json, { headers }: Sent): Read {
  const notification = membersOf(json["notification"]);
  const data = membersOf(notification["data"]);
  const navigate = text(notification["navigate"]);
  const actions = Array.isArray(notification["actions"]) ? notification["actions"] : [];
  const ttl = headers["ttl"];
  return {
    ...optional("transid", text(data["transid"])),
    ...optional("title", text(notification["title"])),
    text: text(notification["body"]) ?? "",
    ...optional("iconUrl", text(notification["icon"])),
    ...optional("collapseKey", text(notification["tag"])),
    ...optional("ttlSeconds", ttl === undefined || ttl === "" ? undefined : Number(ttl)),
    buttons: actions.map(membersOf).map((action) => ({
      identifier: text(action["action"]) ?? "",
      label: text(action["title"]) ?? "",
      action: "OPEN_URL",
      ...optional("value", text(action["navigate"])),
    })),
    tap: navigate === undefined ? { action: "OPEN_APP" } : { action: "OPEN_URL", value: navigate },
    customtags: membersOf(data["customtags"]) as Record<string, JsonValue>,
  };
}

/**
 * A reply belongs to the category: on a single button the caller may choose the identifier
 * (contract 5).
 */
function buttonsIn(value: unknown, category: unknown): Appearance["buttons"] {
  if (!Array.isArray(value)) return [];
  return value.map(membersOf).map((button) => {
    const identifier = text(button["identifier"]) ?? "";
    return {
      identifier,
      label: text(button["label"]) ?? identifier,
      ...optional("action", text(button["action"])),
      ...optional("value", text(button["value"])),
      ...(category === "SINGLE_REPLY" ? { reply: true } : {}),
    };
  });
}

function tapIn(data: Json): Appearance["tap"] {
  return { action: text(data["action"]) ?? "OPEN_APP", ...optional("value", text(data["value"])) };
}

function tagsIn(data: Json, own: ReadonlySet<string>): Record<string, JsonValue> {
  const tags = Object.entries(data).filter(([name]) => !own.has(name));
  return Object.fromEntries(
    tags.map(([name, value]) => [
      name.startsWith(tagPrefix) ? name.slice(tagPrefix.length) : name,
      value as JsonValue,
    ]),
  );
}

function optional<Name extends string, T>(name: Name, value: T | undefined): { [key in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [key in Name]?: T };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function seconds(value: unknown): number | undefined {
  const digits = typeof value === "string" ? /^(\d+)(?:\.\d+)?s$/.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

function parsed(value: unknown): unknown {
  return typeof value === "string" ? jsonIn(value) : undefined;
}
