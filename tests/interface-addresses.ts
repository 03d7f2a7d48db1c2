/** The id in the addresses, of a message and of a list. */
export const uuid = "00000000-0000-7000-8000-000000000000";
const message = {
  deliverychannel: "push",
  appid: "shop",
  destination: [
    { userid: ["u"], correlationid: "c" },
    { chrome_pushid: ['{"endpoint":"https://a.example/","keys":{"p256dh":"","auth":""}}'] },
  ],
  channels: {
    push: {
      android: { title: "T", text: "Hello", extras: { customtags: { a: "b" }, time_to_live: 60 } },
    },
  },
  message: { template: "order@1", parameters: { name: "Maya" } },
  expiry: "2099-01-01T00:00:00.000Z",
  callbackData: "x",
  notifyurl: "https://a.example/",
  notifyurlAuthId: "x",
};
const device = {
  appid: "shop",
  userid: "maya",
  deviceid: "d",
  kind: "android",
  pushid: "token",
  os: "A",
  model: "P",
  language: "en",
  timezone: "UTC",
};
const user = { attributes: { plan: "gold" }, language: "en", timezone: "UTC" };
const segment = {
  name: "x",
  rule: {
    all: [
      { field: "platform", op: "in", value: ["ios"] },
      { didNot: "read", within: "P1D" },
    ],
  },
};
const subscription = {
  endpoint: "https://push.example/1",
  keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};
const receipt = {
  transid: uuid,
  deviceid: "d",
  pushid: "p",
  event: "read",
  button: "YES",
  reply: "Yes",
  at: "2026-01-01T00:00:00Z",
};
/** The token in the addresses, of an inbox. */
export const inboxToken = "t".repeat(32);
const templatePath = "/resources/v1/apps/shop/templates/hostile";
const template = {
  name: "x",
  tags: ["x"],
  blocks: {
    android: { title: "x", text: "x ${a}", extras: { customtags: { a: "x" } } },
    web: { text: "x", platform_types: ["chrome"] },
  },
  parameters: [
    {
      name: "a",
      type: "choice",
      choices: ["x"],
      required: false,
      default: "x",
      maxLength: 9,
      sample: "x",
      description: "x",
    },
    { name: "b", type: "url" },
  ],
  samples: [{ name: "x", values: { a: "x" } }],
};

/**
 * Every address of the interface with a valid call: a body where it accepts one, queries where it
 * reads them.
 */
export const addresses: {
  method: string;
  path: string;
  query?: string[];
  as?: "service" | "app" | "member";
  body?: unknown;
}[] = [
  { method: "POST", path: "/resources/v1/messaging", as: "service", body: message },
  {
    method: "GET",
    path: `/resources/v1/messaging/${uuid}`,
    as: "service",
    query: ["after", "limit"],
  },
  { method: "PUT", path: "/resources/v1/devices", as: "app", body: device },
  {
    method: "PUT",
    path: "/resources/v1/devices",
    as: "service",
    body: { ...device, kind: "chrome", pushid: undefined, subscription },
  },
  {
    method: "DELETE",
    path: "/resources/v1/devices",
    as: "app",
    body: { appid: "shop", deviceid: "d", userid: "maya" },
  },
  { method: "POST", path: "/resources/v1/receipts", as: "app", body: receipt },
  {
    method: "POST",
    path: "/resources/v1/receipts",
    as: "app",
    body: [receipt, { ...receipt, event: "delivered" }],
  },
  { method: "POST", path: "/resources/v1/updates/replay", as: "service", body: { ids: [uuid] } },
  { method: "POST", path: "/resources/v1/updates/replay", as: "service", body: { transid: uuid } },
  {
    method: "POST",
    path: "/resources/v1/updates/replay",
    as: "service",
    body: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
  },
  {
    method: "POST",
    path: `/resources/v1/inbox/${inboxToken}`,
    body: { deliveryInfoNotification: { deliveryInfo: { destination: "x" } } },
  },
  { method: "GET", path: "/resources/v1/templates", as: "service", query: ["appid", "after"] },
  { method: "GET", path: templatePath, as: "service", query: ["version"] },
  { method: "PUT", path: templatePath, as: "service", body: template },
  { method: "POST", path: `${templatePath}/preview`, as: "service", body: template },
  {
    method: "POST",
    path: `${templatePath}/publish`,
    as: "service",
    body: { revision: 1, note: "x", expectedPublished: 1, version: 1 },
  },
  { method: "GET", path: "/resources/v1/users/maya", as: "service" },
  { method: "PUT", path: "/resources/v1/users/maya", as: "service", body: user },
  { method: "PATCH", path: "/resources/v1/users/maya", as: "service", body: user },
  { method: "DELETE", path: "/resources/v1/users/maya", as: "service" },
  {
    method: "POST",
    path: "/resources/v1/users",
    as: "service",
    body: { users: [{ userid: "maya", ...user }] },
  },
  { method: "GET", path: "/resources/v1/segments", as: "service" },
  { method: "POST", path: "/resources/v1/segments", as: "service", body: segment },
  { method: "GET", path: `/resources/v1/segments/${uuid}`, as: "service" },
  {
    method: "PATCH",
    path: `/resources/v1/segments/${uuid}`,
    as: "service",
    body: { revision: 1, ...segment },
  },
  { method: "DELETE", path: `/resources/v1/segments/${uuid}`, as: "service" },
  { method: "GET", path: `/resources/v1/segments/${uuid}/count`, as: "service" },
  ...["pause", "resume", "stop"].map((name) => ({
    method: "POST",
    path: `/resources/v1/campaigns/${uuid}/${name}`,
    as: "service" as const,
  })),
  { method: "GET", path: "/resources/v1/openapi.json" },
  {
    method: "GET",
    path: "/resources/v1/lab/notifications",
    as: "service",
    query: ["userid", "deviceid", "transid", "limit"],
  },
  { method: "DELETE", path: "/resources/v1/lab/notifications", as: "service", query: ["userid"] },
  {
    method: "PUT",
    path: "/resources/v1/lab/faults",
    as: "service",
    body: { fcm: { status: 503, reason: "x", body: "y", retryAfter: "5", share: 0.5 } },
  },
  { method: "GET", path: "/resources/v1/lab/counts", as: "service" },
  { method: "GET", path: "/live/lab", as: "member" },
  {
    method: "POST",
    path: "/live/lab/interactions",
    as: "member",
    body: { id: "x", event: "read", button: "YES", reply: "Yes" },
  },
  {
    method: "POST",
    path: "/live/media",
    as: "member",
    query: ["service", "name"],
    body: { x: "x" },
  },
  {
    method: "PUT",
    path: `/audiences/${uuid}/recipients?from=0`,
    as: "member",
    body: ["userid", "maya", { city: "Rome" }],
  },
  { method: "GET", path: "/live/segments/estimate", as: "member", query: ["id"] },
  ...["estimate", "count", "funnel", "samples"].map((measure) => ({
    method: "POST",
    path: `/live/segments/${measure}`,
    as: "member" as const,
    body: { serviceId: uuid, rule: { all: [{ field: "platform", op: "is", value: "ios" }] } },
  })),
  { method: "GET", path: `/media/${"0".repeat(64)}.png`, query: ["x"] },
  { method: "GET", path: "/live/messages", as: "member", query: ["transid", "service"] },
  { method: "GET", path: "/healthz", query: ["x"] },
  { method: "GET", path: "/readyz", query: ["x"] },
  { method: "GET", path: "/metrics", query: ["x"] },
];
