import { memberNames, namesOf } from "@/lib/interface/lint-reading";
import { requestMembers, type PushRequestInput } from "@/lib/interface/request";
import { isObject } from "@/lib/interface/value-shape";
import { requestBody } from "@/lib/plan/requests";

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

/** The extras that the schema knows, by the block that holds them. */
const knownExtras: Readonly<Record<string, ReadonlySet<string>>> = {
  android: memberNames.androidExtras,
  ios: memberNames.iosExtras,
  web: memberNames.webExtras,
};
const knownInBlock: Readonly<Record<string, ReadonlySet<string>>> = {
  android: memberNames.android,
  ios: memberNames.ios,
  web: memberNames.web,
  interactive: memberNames.interactive,
};
const knownAtTop = namesOf(requestMembers);

/**
 * Builds the request as it will be sent. Leaves out empty members and orders the others as the
 * interface does (2.1 to 2.8). Does not change custom tags, even empty ones, except that an empty
 * `imageurl` is removed. Does not change unknown members and invalid blocks either: the checks
 * report them.
 */
export function assemble(form: PushRequestInput): PushRequestInput {
  const { channels, destination, ...rest } = form;
  const push = Object.fromEntries(
    entriesInOrder(channels?.push ?? {}, pushOrder).map(([name, block]) => [
      name,
      isObject(block) ? writtenBlock(name, block) : block,
    ]),
  );
  const request = {
    ...presentMembers(rest, [], knownAtTop),
    destination,
    ...(channels && { channels: { ...channels, push } }),
  };
  return Object.fromEntries(entriesInOrder(request, topOrder)) as unknown as PushRequestInput;
}

/** The body of the request, byte for byte: what the JSON tab shows, and Send hands over. */
export function bodyOf(form: PushRequestInput): string {
  return requestBody(assemble(form));
}

/**
 * A block without members that say nothing: those that are empty, `extras` and `customtags` that
 * hold nothing.
 */
function writtenBlock(name: string, block: object): object {
  const extrasKnown = knownExtras[name];
  const members = presentMembers(block, blockOrder, knownInBlock[name]);
  if (!extrasKnown) return members;
  return withObject(members, "extras", (extras) =>
    withObject(presentMembers(extras, [], extrasKnown), "customtags", withoutEmptyPicture),
  );
}

/**
 * The members, the object of this name among them changed in its place; left out when it holds
 * nothing then.
 */
function withObject(
  members: Record<string, unknown>,
  name: string,
  change: (value: object) => object,
): object {
  const value = members[name];
  if (!isObject(value)) return members;
  const changed = change(value);
  return Object.fromEntries(
    Object.entries(members).flatMap(([other, member]) =>
      other !== name
        ? [[other, member]]
        : Object.keys(changed).length === 0
          ? []
          : [[name, changed]],
    ),
  );
}

/** Removes absent members. An empty text counts as absent where the schema has the member. */
function presentMembers(
  value: object,
  order: readonly string[],
  names?: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(
    entriesInOrder(value, order).filter(([name, member]) => !(member === "" && names?.has(name))),
  );
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
