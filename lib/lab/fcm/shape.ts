import { enumType, messageType, type Proto, readProto, type Violation } from "./google-json";

/**
 * A send request after its shape was checked; names in snake_case. Only what the lab looks at is
 * typed.
 */
export interface FcmRequest {
  validate_only?: boolean;
  message?: FcmMessage;
}
export interface FcmMessage {
  token?: string;
  fid?: string;
  topic?: string;
  condition?: string;
  data?: Record<string, string>;
  notification?: Record<string, unknown>;
  android?: {
    ttl?: string;
    data?: Record<string, string>;
    notification?: Record<string, unknown> & { tag?: string; color?: string };
  };
}

const string: Proto = { type: "string" };
const bool: Proto = { type: "bool" };
const int32: Proto = { type: "int32" };
const double: Proto = { type: "double" };
const duration: Proto = { type: "duration" };
const strings: Proto = { type: "strings" };
const struct: Proto = { type: "struct" };
const list = (of: Proto): Proto => ({ type: "repeated", of });
const label = (name: string, more: Record<string, Proto> = {}) =>
  messageType(name, { analytics_label: string, ...more });

const androidNotification = messageType("AndroidNotification", {
  ...Object.fromEntries(
    [
      "title",
      "body",
      "icon",
      "color",
      "sound",
      "tag",
      "click_action",
      "body_loc_key",
      "title_loc_key",
      "channel_id",
      "ticker",
      "image",
    ].map((name) => [name, string]),
  ),
  body_loc_args: list(string),
  title_loc_args: list(string),
  sticky: bool,
  event_time: { type: "timestamp" },
  local_only: bool,
  notification_priority: enumType(
    "AndroidNotification.NotificationPriority",
    "PRIORITY_UNSPECIFIED",
    "PRIORITY_MIN",
    "PRIORITY_LOW",
    "PRIORITY_DEFAULT",
    "PRIORITY_HIGH",
    "PRIORITY_MAX",
  ),
  default_sound: bool,
  default_vibrate_timings: bool,
  default_light_settings: bool,
  vibrate_timings: list(duration),
  visibility: enumType(
    "AndroidNotification.Visibility",
    "VISIBILITY_UNSPECIFIED",
    "PRIVATE",
    "PUBLIC",
    "SECRET",
  ),
  notification_count: int32,
  light_settings: messageType("LightSettings", {
    color: messageType("Color", { red: double, green: double, blue: double, alpha: double }),
    light_on_duration: duration,
    light_off_duration: duration,
  }),
  proxy: enumType(
    "AndroidNotification.Proxy",
    "PROXY_UNSPECIFIED",
    "ALLOW",
    "DENY",
    "IF_PRIORITY_LOWERED",
  ),
  bypass_proxy_notification: bool,
});

const request = messageType("SendMessageRequest", {
  validate_only: bool,
  message: messageType("Message", {
    name: string,
    data: strings,
    notification: messageType("Notification", { title: string, body: string, image: string }),
    android: messageType("AndroidConfig", {
      collapse_key: string,
      priority: enumType("AndroidMessagePriority", "NORMAL", "HIGH"),
      ttl: duration,
      restricted_package_name: string,
      data: strings,
      notification: androidNotification,
      fcm_options: label("AndroidFcmOptions"),
      direct_boot_ok: bool,
      bandwidth_constrained_ok: bool,
      restricted_satellite_ok: bool,
    }),
    webpush: messageType("WebpushConfig", {
      headers: strings,
      data: strings,
      notification: struct,
      fcm_options: label("WebpushFcmOptions", { link: string }),
    }),
    apns: messageType("ApnsConfig", {
      headers: strings,
      payload: struct,
      fcm_options: label("ApnsFcmOptions", { image: string }),
      live_activity_token: string,
    }),
    fcm_options: label("FcmOptions"),
    token: string,
    fid: string,
    topic: string,
    condition: string,
  }),
});

/**
 * Reads the body of `messages:send` against the service's field list; complaints are added to
 * `violations`.
 */
export function readFcmRequest(json: unknown, violations: Violation[]): FcmRequest {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    violations.push({
      description:
        'Invalid JSON payload received. Unknown name "": Root element must be a message.',
    });
    return {};
  }
  const read = readProto(request, json, "", violations) as FcmRequest;
  const targets = ["token", "topic", "condition", "fid"].filter(
    (name) => read.message && name in read.message,
  );
  for (const second of targets.slice(1))
    violations.push({
      field: "message",
      description: `Invalid value at 'message' (oneof), oneof field 'target' is already set. Cannot set '${second}'`,
    });
  return read;
}
