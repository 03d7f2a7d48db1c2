import { isObject } from "@/lib/lab/exchange";

/** A complaint about a message: a code of Huawei's and what it is about. */
export interface HmsComplaint {
  code: string;
  cause: string;
}

type Rule = (value: unknown) => boolean;
const string: Rule = (value) => typeof value === "string";
const bool: Rule = (value) => typeof value === "boolean";
const integer: Rule = (value) => Number.isInteger(value);
const object: Rule = isObject;
const strings: Rule = (value) => Array.isArray(value) && value.every(string);
const between =
  (low: number, high: number): Rule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
const oneOf =
  (...values: unknown[]): Rule =>
  (value) =>
    values.includes(value);

const rules: Record<
  | "message"
  | "notification"
  | "android"
  | "androidNotification"
  | "clickAction"
  | "button"
  | "badge",
  Record<string, Rule>
> = {
  message: {
    data: string,
    notification: object,
    android: object,
    apns: object,
    webpush: object,
    token: Array.isArray,
    topic: string,
    condition: string,
  },
  notification: { title: string, body: string, image: string },
  android: {
    collapse_key: () => true, // has a code of its own
    urgency: oneOf("HIGH", "NORMAL"),
    category: string,
    ttl: string,
    bi_tag: string,
    receipt_id: string,
    fast_app_target: oneOf(1, 2),
    data: string,
    notification: object,
  },
  androidNotification: {
    ...Object.fromEntries(
      [
        "title",
        "body",
        "icon",
        "color",
        "image",
        "sound",
        "tag",
        "body_loc_key",
        "title_loc_key",
        "channel_id",
        "notify_summary",
      ].map((name) => [name, string]),
    ),
    default_sound: bool,
    click_action: object,
    body_loc_args: strings,
    title_loc_args: strings,
    multi_lang_key: object,
    style: oneOf(0, 1, 3),
    big_title: string,
    big_body: string,
    auto_clear: integer,
    notify_id: integer,
    group: string,
    badge: object,
    ticker: string,
    auto_cancel: bool,
    when: string,
    local_only: bool,
    importance: oneOf("LOW", "NORMAL", "HIGH"),
    use_default_vibrate: bool,
    use_default_light: bool,
    vibrate_config: strings,
    visibility: oneOf("VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"),
    light_settings: object,
    foreground_show: bool,
    profile_id: string,
    inbox_content: (value) => strings(value) && (value as string[]).length <= 5,
    buttons: (value) => Array.isArray(value) && value.every(isObject),
  },
  clickAction: {
    type: oneOf(1, 2, 3, 4),
    intent: string,
    url: string,
    rich_resource: string,
    action: string,
  },
  button: {
    name: string,
    action_type: between(0, 4),
    intent_type: oneOf(0, 1),
    intent: string,
    data: string,
  },
  badge: { add_num: between(1, 99), set_num: between(0, 99), class: string },
};

const maxTtlSeconds = 1_296_000;
const structure = (cause: string): HmsComplaint => ({ code: "80100003", cause });
const parameter = (cause: string): HmsComplaint => ({ code: "80100001", cause });

/**
 * Checks a message against the field list and the rules of Huawei's send call (v1), tokens apart:
 * unknown names and wrong types are a bad structure (80100003), values out of range a bad parameter
 * (80100001), collapse_key and expiry have codes of their own.
 */
export function checkHmsMessage(message: Record<string, unknown>): HmsComplaint | undefined {
  const { android, notification, data } = message;
  const first =
    fieldsOf(message, rules.message, "message") ??
    (isObject(notification)
      ? fieldsOf(notification, rules.notification, "notification")
      : undefined);
  if (first) return first;
  if (isObject(android)) {
    const complaint = fieldsOf(android, rules.android, "android") ?? checkAndroid(android);
    if (complaint) return complaint;
    if (isObject(android["notification"]))
      return checkNotification(android["notification"], isObject(notification) ? notification : {});
  }
  if (isObject(notification)) return parameter("android.notification.click_action is required");
  const empty = (value: unknown) => value === undefined || value === "";
  return empty(data) && !(isObject(android) && !empty(android["data"]))
    ? structure("neither data nor notification")
    : undefined;
}

function checkAndroid(android: Record<string, unknown>): HmsComplaint | undefined {
  const { collapse_key: collapseKey, ttl, bi_tag: tag } = android;
  if (collapseKey !== undefined && !between(-1, 100)(collapseKey))
    return { code: "80100013", cause: "collapse_key" };
  if (typeof ttl === "string") {
    const seconds = /^(\d+)(?:\.\d+)?s$/.exec(ttl)?.[1];
    if (seconds === undefined || Number(seconds) > maxTtlSeconds) return parameter("ttl");
    if (Number(seconds) === 0) return { code: "80100004", cause: "ttl" };
  }
  return typeof tag === "string" && Buffer.byteLength(tag) > 64 ? parameter("bi_tag") : undefined;
}

function checkNotification(
  own: Record<string, unknown>,
  common: Record<string, unknown>,
): HmsComplaint | undefined {
  const wrong = fieldsOf(own, rules.androidNotification, "android.notification");
  if (wrong) return wrong;
  const { click_action: click, buttons = [], badge, style, image } = own;
  for (const name of ["title", "body"] as const)
    if (!(own[name] ?? common[name]) && !own[`${name}_loc_key`])
      return parameter(`${name} is required`);
  if (style === 1 && (!own["big_title"] || !own["big_body"]))
    return parameter("style 1 needs big_title and big_body");
  if (style === 3 && !own["inbox_content"]) return parameter("style 3 needs inbox_content");
  if (typeof image === "string" && !image.startsWith("https://"))
    return parameter("image must be https");
  if (typeof own["color"] === "string" && !/^#[0-9a-fA-F]{6}$/.test(own["color"]))
    return parameter("color");
  if (!isObject(click)) return parameter("click_action is required");
  const action = fieldsOf(click, rules.clickAction, "click_action") ?? checkClick(click);
  if (action) return action;
  if ((buttons as unknown[]).length > 3) return parameter("more than 3 buttons");
  for (const button of buttons as Record<string, unknown>[]) {
    const complaint = fieldsOf(button, rules.button, "buttons");
    if (complaint) return complaint;
    if (!button["name"] || (button["name"] as string).length > 40) return parameter("buttons.name");
    if (button["action_type"] === undefined) return parameter("buttons.action_type is required");
    if (button["action_type"] === 1 && (button["intent_type"] === undefined || !button["intent"]))
      return parameter("buttons.intent is required");
  }
  return isObject(badge) ? fieldsOf(badge, rules.badge, "badge") : undefined;
}

function checkClick(click: Record<string, unknown>): HmsComplaint | undefined {
  switch (click["type"]) {
    case 1:
      return click["intent"] || click["action"]
        ? undefined
        : parameter("click_action type 1 needs intent or action");
    case 2:
      return typeof click["url"] === "string" && click["url"].startsWith("https://")
        ? undefined
        : parameter("click_action type 2 needs an https url");
    case 4:
      return click["rich_resource"]
        ? undefined
        : parameter("click_action type 4 needs rich_resource");
    case undefined:
      return parameter("click_action.type is required");
    default:
      return undefined;
  }
}

function fieldsOf(
  value: Record<string, unknown>,
  allowed: Record<string, Rule>,
  where: string,
): HmsComplaint | undefined {
  for (const name of Object.keys(value)) {
    const rule = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    if (!rule) return structure(`unknown field ${where}.${name}`);
    if (!rule(value[name])) {
      const ranged = typeof value[name] === "number" && rule !== string;
      return ranged && rule !== integer
        ? parameter(`${where}.${name}`)
        : structure(`${where}.${name}`);
    }
  }
  return undefined;
}
