import { deviceTypesOf } from "@/lib/compose/buttons";
import { platforms } from "@/lib/interface/device-kinds";
import { readTimestamp } from "@/lib/interface/expiry";
import { WEB_TIME_TO_LIVE } from "@/lib/interface/limits";
import { stepsOf } from "@/lib/interface/pointer";
import type { Problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import type { RuleId } from "@/lib/interface/rules";
import { utf8Bytes } from "@/lib/interface/text";
import { isNotifyUrl, parseUrl, schemeOf } from "@/lib/interface/url";
import { isObject } from "@/lib/interface/value-shape";
import { canonicalAction } from "./action-words";
import { valueAt, type Edit, type Fix } from "./edits";
import { platformIn } from "./headline";

interface FaultyMember {
  pointer: string;
  message: string;
  /** What stands at the pointer. */
  value: unknown;
  request: PushRequestInput;
}
type Remedy = (member: FaultyMember) => Fix | undefined;

const platformNames = { android: "Android", ios: "iOS", web: "Web" } as const;

/** Takes out what stands there. */
const takeOut =
  (label: string): Remedy =>
  ({ pointer }) => ({ label, edits: [{ pointer }] });

/** Writes something else there, where that follows from what it is. */
const rewrite =
  (
    label: string | ((next: string) => string),
    next: (text: string, member: FaultyMember) => string | undefined,
  ): Remedy =>
  (member) => {
    const { value, pointer } = member;
    const replacement = typeof value === "string" ? next(value, member) : undefined;
    if (replacement === undefined || replacement === value) return undefined;
    return {
      label: typeof label === "string" ? label : label(replacement),
      edits: [{ pointer, value: replacement }],
    };
  };

const choose =
  (label: string): Remedy =>
  () => ({ label, edits: [] });

/**
 * Without what parsers leave out anyway: controls and spaces around it, tabs and line breaks
 * within.
 */
function trimmed(url: string): string {
  // oxlint-disable-next-line no-control-regex -- controls are what is taken out
  return url.replace(/[\u0000-\u001f\u007f]/g, "").trim();
}

/** Whether it is the name of a file rather than a host: no host ends so. */
function isFileName(host: string): boolean {
  return /\.(?:avif|bmp|css|gif|html?|ico|jpe?g|js|json|pdf|php|png|svg|tiff?|txt|webp|xml)$/i.test(
    host,
  );
}

/**
 * With the scheme that it lacks, where what is left looks like a host and a path; undefined where
 * it does not.
 */
function withScheme(url: string): string | undefined {
  const rest = trimmed(url).replace(/^\/\//, "");
  const host = /^[^/?#\s]+/.exec(rest)?.[0] ?? "";
  if (!/^[^@\s]+\.[^.\s]+$/.test(host) || isFileName(host)) return undefined;
  const address = `https://${rest}`;
  return parseUrl(address) && !/\s/.test(address) ? address : undefined;
}

/** Blocks that are left when one goes. A message needs one, buttons need one that can show them. */
function switchOff({ pointer, request }: FaultyMember): Fix | undefined {
  const platform = platformIn(pointer);
  const blocks = request.channels?.push;
  if (!platform || !blocks || !pointer.startsWith("/channels/push/")) return undefined;
  const others = platforms.filter((other) => other !== platform && blocks[other] !== undefined);
  if (
    others.length === 0 ||
    (blocks.interactive !== undefined && others.every((other) => other === "web"))
  )
    return undefined;
  return {
    label: `Switch ${platformNames[platform]} off`,
    edits: [{ pointer: `/channels/push/${platform}` }],
  };
}

/** Returns the fix that switches off a block without text and title; a title shows it is in use. */
function dropEmpty(member: FaultyMember): Fix | undefined {
  const block = valueAt(member.request, member.pointer.slice(0, member.pointer.lastIndexOf("/")));
  const title = isObject(block) ? block["title"] : undefined;
  return title === undefined || title === "" ? switchOff(member) : undefined;
}

const removeButtons: Remedy = () => ({
  label: "Remove the buttons",
  edits: [{ pointer: "/channels/push/interactive" }],
});

/** Shorter, as far as it takes and never within a character. */
function shortened(text: string, fits: (text: string) => boolean): string | undefined {
  const ends = Array.from(new Intl.Segmenter("en").segment(text), ({ index }) => index);
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, ends[middle] ?? text.length).trimEnd())) low = middle;
    else high = middle - 1;
  }
  const prefix = text.slice(0, ends[low] ?? text.length).trimEnd();
  return prefix === "" || prefix === text ? undefined : prefix;
}

const limitIn = (message: string) => Number(/at most (\d+)/.exec(message)?.[1]);
const shortenToBytes = rewrite("Shorten to fit", (text, { message }) =>
  shortened(text, (one) => utf8Bytes(one) <= limitIn(message)),
);

/** Replaces a misspelt name by the one that its message suggests. */
const suggestion: Remedy = ({ pointer, message }) => {
  const correction = /did you mean (\S+?)\?$/.exec(message)?.[1];
  return correction === undefined
    ? undefined
    : { label: "Correct the spelling", edits: [{ pointer, value: correction }] };
};

/**
 * A button's place on a platform that the message does not go to; the last place takes the buttons
 * along.
 */
function dropPlace({ pointer, request }: FaultyMember): Fix | undefined {
  const places = deviceTypesOf(request.channels?.push?.interactive?.device_types);
  return places.length > 1
    ? { label: "Don’t show them there", edits: [{ pointer }] }
    : { label: "Remove the buttons", edits: [{ pointer: "/channels/push/interactive" }] };
}

function renameBrowsers({ pointer, value, request }: FaultyMember): Fix {
  const right = "/channels/push/web/platform_types";
  const move: Edit[] = valueAt(request, right) === undefined ? [{ pointer: right, value }] : [];
  return { label: "Correct the spelling", edits: [...move, { pointer }] };
}

const addScheme = rewrite((next) => `Use ${next.length > 40 ? "https://" : next}`, withScheme);
const trim = rewrite("Remove the spaces", trimmed);

const remedies: Partial<Record<RuleId, Remedy>> = {
  "appid.required": choose("Choose an app"),
  "appid.unknown": choose("Choose an app"),
  "app.push.disabled": choose("Choose an app"),
  "app.provider.missing": switchOff,
  "android.text.required": dropEmpty,
  "ios.text.required": dropEmpty,
  "web.text.required": dropEmpty,
  "url.relative": addScheme,
  "url.spaces": trim,
  "notifyurl.format": rewrite(
    (next) => `Use ${next.length > 40 ? "https://" : next}`,
    (text) =>
      [trimmed(text), schemeOf(text) === undefined ? withScheme(text) : undefined].find(
        (one) => one !== undefined && isNotifyUrl(one),
      ),
  ),
  "notifyurl.userinfo": rewrite("Remove the user name and password", (text) =>
    text.replace(/\/\/[^/?#\\]*@/, "//"),
  ),
  "notifyurl.https": rewrite("Use https://", (text) => text.replace(/^http:/i, "https:")),
  "action.value.ignored": takeOut("Remove it"),
  "action.alias": rewrite("Use the current spelling", canonicalAction),
  "value.misspelt": suggestion,
  "member.unknown": takeOut("Remove it"),
  "template.parameter.unknown": takeOut("Remove it"),
  "template.parameter.length": shortenToBytes,
  "correlationid.bytes": shortenToBytes,
  "ios.collapse_key.bytes": shortenToBytes,
  "collapse_key.alphanumeric": rewrite(
    (next) => `Use ${next}`,
    (text) => text.replace(/[^A-Za-z\d]/g, "") || undefined,
  ),
  "expiry.passed": takeOut("Remove the expiry"),
  "expiry.fraction": rewrite("Write them", (text) => {
    const moment = readTimestamp(text);
    return moment === undefined ? undefined : new Date(moment).toISOString();
  }),
  "web.time_to_live.clamped": ({ pointer }) => ({
    label: "Use 28 days",
    edits: [{ pointer, value: WEB_TIME_TO_LIVE }],
  }),
  "android.sound.ignored": takeOut("Leave it to the app’s channel"),
  "android.delay_while_idle.deprecated": takeOut("Remove it"),
  "destination.id.empty": takeOut("Remove it"),
  "destination.id.unusable": takeOut("Remove them"),
  "destination.id.twice": takeOut("Remove the repeats"),
  "web.platform_types.twice": takeOut("Remove the repeat"),
  "web.platform_types.misspelt": renameBrowsers,
  "interactive.device_types.twice": takeOut("Remove the repeat"),
  "interactive.device_types.block": dropPlace,
  "interactive.mobile": removeButtons,
  "interactive.identifier.value": takeOut("Use the usual name"),
  "interactive.identifier.other": takeOut("Use the usual name"),
  "interactive.second.dismiss": ({ pointer, request }) => {
    const value = `${pointer.slice(0, pointer.lastIndexOf("/"))}/value`;
    return {
      label: "Close the notification",
      edits: [
        { pointer, value: "DISMISS" },
        ...(valueAt(request, value) === undefined ? [] : [{ pointer: value }]),
      ],
    };
  },
};

/**
 * The way to mend all of these at once, which have one cause; undefined where only a person can
 * decide how.
 */
export function fixOf(
  problems: readonly Pick<Problem, "rule" | "pointer" | "message">[],
  request: PushRequestInput,
): Fix | undefined {
  const fixes = problems.map(({ rule, pointer, message }) =>
    remedies[rule]?.({ pointer, message, request, value: valueAt(request, pointer) }),
  );
  const [first] = fixes;
  if (!first || fixes.some((fix) => fix?.label !== first.label)) return undefined;
  const edits = fixes.flatMap((fix) => fix?.edits ?? []);
  // Last first, so that a removal does not move the elements that are still to be removed.
  return {
    ...first,
    edits: first.edits.every(isListRemoval)
      ? edits.toSorted((one, other) => indexIn(other) - indexIn(one))
      : edits,
  };
}

function isListRemoval(edit: Edit): boolean {
  return !Object.hasOwn(edit, "value") && Number.isInteger(indexIn(edit));
}

function indexIn({ pointer }: Edit): number {
  return Number(stepsOf(pointer).at(-1));
}

/**
 * Shortens a text that is sent several times over until so many bytes are saved; undefined where
 * that leaves nothing of it.
 */
export function shortenBy(text: string, copies: number, over: number): string | undefined {
  const all = utf8Bytes(JSON.stringify(text));
  return shortened(text, (one) => (all - utf8Bytes(JSON.stringify(`${one}…`))) * copies >= over);
}
