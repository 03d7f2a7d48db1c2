type Query<Name extends string = string> = { [N in Name]?: string | number | undefined };

/** A path with a query: what is undefined or empty is left out. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, String(value));
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The one value of a query parameter; undefined when it is absent, empty or given twice. */
export function single(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A path whose ids are encoded. */
const at = (parts: TemplateStringsArray, ...ids: string[]) =>
  String.raw(parts, ...ids.map((id) => encodeURIComponent(id)));

/**
 * The addresses of the console's pages and files, with their ids encoded. This module imports
 * nothing: every page loads it.
 */
export const paths = {
  compose: (query: Query<"campaign" | "audience" | "segment" | "appid" | "template"> = {}) =>
    withQuery("/compose", query),
  campaigns: (query: Query<"state"> = {}) => withQuery("/campaigns", query),
  calendar: (query: Query<"view" | "on" | "zone" | "state" | "appid" | "q"> = {}) =>
    withQuery("/campaigns/calendar", query),
  campaign: (id: string, query: Query<"service"> = {}) => withQuery(at`/campaigns/${id}`, query),
  campaignFile: (id: string, query: Query<"state"> = {}) =>
    withQuery(at`/campaigns/${id}/results.csv`, query),
  templates: () => "/templates",
  templatesFile: (query: Query) => withQuery("/templates/export", query),
  template: (id: string, query: Query<"version"> = {}) => withQuery(at`/templates/${id}`, query),
  templateEditor: (id: string) => at`/templates/${id}/edit`,
  templateComparison: (id: string, query: Query<"from" | "to"> = {}) =>
    withQuery(at`/templates/${id}/compare`, query),
  templateProof: (id: string) => at`/templates/${id}/proof`,
  media: (query: Query<"q"> = {}) => withQuery("/media", query),
  audiences: () => "/audiences",
  audience: (id: string) => at`/audiences/${id}`,
  audienceFile: (id: string) => at`/audiences/${id}/recipients.csv`,
  audienceRecipients: (id: string, query: Query<"from">) =>
    withQuery(at`/audiences/${id}/recipients`, query),
  segments: () => "/audiences/segments",
  segment: (id: string) => at`/audiences/segments/${id}`,
  newSegment: () => "/audiences/segments/new",
  users: (query: Query<"q"> = {}) => withQuery("/audiences/users", query),
  user: (id: string) => at`/audiences/users/${id}`,
  messages: () => "/messages",
  message: (transid: string) => at`/messages/${transid}`,
  notDelivered: () => "/messages/not-delivered",
  devices: () => "/devices",
  device: (id: string) => at`/devices/${id}`,
  registeredDevices: (query: Query<"q"> = {}) => withQuery("/devices/registered", query),
  registeredDevicesFile: (query: Query) => withQuery("/devices/registered/export", query),
  suppressionList: () => "/devices/suppressed",
  removedPeople: () => "/devices/erased",
  removedPerson: (receiptId: string) => at`/devices/erased/${receiptId}`,
  removedPersonFile: (receiptId: string) => at`/devices/erased/${receiptId}/receipt.json`,
  settings: () => "/settings",
  services: (query: Query<"service"> = {}) => withQuery("/settings/services", query),
  service: (id: string, query: Query<"service"> = {}) =>
    withQuery(at`/settings/services/${id}`, query),
  apps: () => "/settings/apps",
  app: (id: string) => at`/settings/apps/${id}`,
  notifyUrls: () => "/settings/notify-urls",
  updates: (query: Query<"state" | "receiver" | "origin"> = {}) =>
    withQuery("/settings/notify-urls/updates", query),
  update: (transid: string, id: string) => at`/settings/notify-urls/updates/${transid}/${id}`,
  inbox: () => "/settings/notify-urls/inbox",
  verification: () => "/settings/notify-urls/verify",
  attributes: () => "/settings/attributes",
  members: (query: Query<"q"> = {}) => withQuery("/settings/members", query),
  connections: () => "/settings/sign-on",
  connection: (id: string, query: Query<"tried"> = {}) =>
    withQuery(at`/settings/sign-on/${id}`, query),
  newConnection: (query: Query<"id"> = {}) => withQuery("/settings/sign-on/new", query),
  retention: () => "/settings/retention",
  audit: (query: Query<"q" | "object" | "within" | "of"> = {}) =>
    withQuery("/settings/audit", query),
  auditFile: (query: Query) => withQuery("/settings/audit/events.csv", query),
  notices: () => "/notices",
  reference: () => "/reference",
  start: () => "/start",
  account: () => "/account",
  noticeSettings: () => "/account#notices",
  firstService: () => "/first-service",
  setup: () => "/setup",
  /** `next`: the path to go on to, with its query. A fragment is carried on from the address. */
  signIn: ({ next, ...query }: Query<"next" | "refused" | "by" | "left"> = {}) =>
    withQuery("/sign-in", { ...query, next: next === "/" ? undefined : next }),
  forgotPassword: () => "/forgot-password",
  invitation: (token: string) => at`/invitation/${token}`,
  passwordReset: (token: string) => at`/reset/${token}`,
  preview: (token: string) => at`/preview/${token}`,
};
