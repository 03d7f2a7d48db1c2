import type { PushRequestInput } from "@/lib/interface/request";

const topOrder = [
  "deliverychannel",
  "appid",
  "destination",
  "message",
  "channels",
  "expiry",
  "correlationid",
  "callbackData",
  "notifyurl",
  "notifyurlAuthId",
];
const pushOrder = ["android", "ios", "web", "interactive"];
const blockOrder = ["platform_types", "title", "text", "url", "actiontext", "extras"];

/**
 * The request as it will be sent: what is not written is left out, members stand in the order of the interface (2.1 to 2.8).
 * Tags of the caller's own are kept as they are, empty ones too; only an empty `imageurl` goes.
 */
export function assemble(form: PushRequestInput): PushRequestInput {
  const { channels, destination, ...rest } = form;
  const push = Object.fromEntries(
    entriesInOrder(channels?.push ?? {}, pushOrder).map(([name, block]) => [name, written(block as object, blockOrder)]),
  );
  const request = { ...written(rest, []), destination, ...(channels && { channels: { push } }) };
  return Object.fromEntries(entriesInOrder(request, topOrder)) as unknown as PushRequestInput;
}

/** The body of the request, byte for byte. */
export function bodyOf(form: PushRequestInput): string {
  return JSON.stringify(assemble(form));
}

/** Without members that say nothing: absent, empty text, `extras` or `customtags` that hold nothing. */
function written(value: object, order: readonly string[]): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  for (const [name, member] of entriesInOrder(value, order)) {
    if (member === "") continue;
    if (name === "extras" && isObject(member)) kept.push([name, written(member, [])]);
    else if (name === "customtags" && isObject(member)) kept.push([name, withoutEmptyPicture(member)]);
    else kept.push([name, member]);
  }
  return Object.fromEntries(kept.filter(([name, member]) => !((name === "extras" || name === "customtags") && isEmpty(member))));
}

function withoutEmptyPicture(tags: object): object {
  const { imageurl, ...rest } = tags as { imageurl?: unknown };
  return imageurl === "" || imageurl === undefined ? rest : tags;
}

/** The members that are there: those that have a place first, the others behind them. */
function entriesInOrder(value: object, order: readonly string[]): [string, unknown][] {
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => place(one) - place(other));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
