import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";
import { digitsOf, nestsDeeper, parseJson, writeJson } from "@/lib/interface/exact-json";
import { normalId } from "@/lib/interface/recipient-id";
import { isObject } from "@/lib/interface/value-shape";
import { erasedMark, type Person } from "./person";

type PersonIds = Pick<Person, "userid" | "tokens" | "deviceids">;

/**
 * A user id as short as that is looked for as a whole text alone: within others it would be found
 * everywhere.
 */
const shortest = 4;
/**
 * Levels of nesting that functions which call themselves get along with. Texts that are stored now
 * have far fewer.
 */
const readableLevels = 512;
/** What a message says that went to one person alone, once they are removed. */
const removedText = "Removed with a person’s data";

/**
 * A text with a mark in place of the person: of a user id where it stands by itself, of push ids
 * and device ids anywhere.
 */
export function cleanText(text: string, { userid, tokens, deviceids }: PersonIds): string {
  let clean = text;
  for (const whole of [...tokens, ...deviceids])
    if (whole.length >= shortest) clean = clean.replaceAll(whole, erasedMark);
    else if (clean === whole) return erasedMark;
  if (clean === userid) return erasedMark;
  if (userid.length < shortest || !clean.includes(userid)) return clean;
  return clean.replace(
    new RegExp(
      `(?<![\\p{L}\\p{N}])${userid.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}(?![\\p{L}\\p{N}])`,
      "gu",
    ),
    () => erasedMark,
  );
}

/** The same of all texts and names of a JSON value; numbers keep their digits. */
function cleanValue(value: unknown, person: PersonIds): unknown {
  const digits = typeof value === "number" ? String(value) : digitsOf(value);
  if (digits !== undefined) return digits === person.userid ? 0 : value;
  if (typeof value === "string") return cleanText(value, person);
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, person));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      cleanText(name, person),
      cleanValue(member, person),
    ]),
  );
}

/** {@link cleanText} of a text that cannot be read as JSON. */
function cleanUnread(text: string, person: PersonIds): string {
  // Once more as a whole: an id may hold a quotation mark, or be all that the text is.
  return cleanText(
    cleanStrings(text, person, (other) => cleanText(other, person)),
    person,
  );
}

/**
 * A text of which what stands between quotation marks is cleaned, however escapes spell it, and
 * what stands around them by `around`.
 */
function cleanStrings(text: string, person: PersonIds, around: (other: string) => string): string {
  const clean: string[] = [];
  let from = 0;
  for (let open = text.indexOf('"'); open !== -1; open = text.indexOf('"', from)) {
    const end = behindString(text, open);
    clean.push(around(text.slice(from, open)), cleanLiteral(text.slice(open, end), person));
    from = end;
  }
  return clean.join("") + around(text.slice(from));
}

function cleanLiteral(literal: string, person: PersonIds): string {
  try {
    const text = String(JSON.parse(literal));
    const clean = cleanText(text, person);
    return clean === text ? literal : JSON.stringify(clean);
  } catch {
    return cleanText(literal, person);
  }
}

/** Where the string ends that is opened at a place: behind its quotation mark, or with the text. */
function behindString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1)
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  return text.length;
}

/**
 * Whether a request names the person as one of its recipients; one that cannot be read names
 * everybody.
 */
export function namesPerson(request: string, person: PersonIds): boolean {
  const parsed = parse(request);
  if (parsed === undefined) return true;
  return entriesOf(parsed).some((entry) =>
    idsOf(entry).some(({ key, id }) => isPerson(key, id, person)),
  );
}

/**
 * A request as it was received, without a person: marks stand in place of their ids, values of
 * their own go, and without other recipients all of its content goes. What cannot be read is
 * cleaned as a text. Without anything of theirs it stays as it is written.
 */
export function cleanRequest(request: string, person: PersonIds): { text: string; alone: boolean } {
  const parsed = parse(request);
  if (parsed === undefined) return { text: cleanUnread(request, person), alone: false };
  const entries = entriesOf(parsed);
  const ids = entries.flatMap(idsOf);
  if (ids.length > 0 && ids.every(({ key, id }) => isPerson(key, id, person)))
    return { text: writeJson(emptied(parsed)), alone: true };
  const destination = entries.map((entry) => cleanEntry(entry, person));
  return {
    text: cleanedText(request, parsed, cleanValue({ ...parsed, destination }, person), person),
    alone: false,
  };
}

/**
 * Removes a person from JSON text that a member wrote or may still edit: their ids are removed from
 * lists. Text that cannot be parsed is cleaned as plain text. Text without the person is returned
 * unchanged.
 */
export function cleanDraft(text: string, person: PersonIds): string {
  const parsed = parse(text);
  return parsed === undefined
    ? cleanUnread(text, person)
    : cleanedText(text, parsed, cleanValue(withoutIds(parsed, person), person), person);
}

/** What an approval was asked for, without a person: it holds a request as text of its own. */
export function cleanSubject(text: string, person: PersonIds): string {
  const parsed = parse(text);
  if (parsed === undefined) return cleanUnread(text, person);
  const { request, ...rest } = parsed;
  const clean = cleanValue(rest, person) as Record<string, unknown>;
  return writeJson({
    request: typeof request === "string" ? cleanDraft(request, person) : "{}",
    ...clean,
  });
}

/**
 * Returns the cleaned text, or the original if there was nothing to remove, repeated members
 * included.
 */
function cleanedText(text: string, parsed: object, clean: unknown, person: PersonIds): string {
  const left = writeJson(clean as object);
  const isClean = cleanStrings(text, person, (other) => other) === text;
  return isClean && left === writeJson(parsed) ? text : left;
}

function withoutIds(value: unknown, person: PersonIds): unknown {
  if (Array.isArray(value))
    return value
      .filter(
        (item) =>
          !(typeof item === "string" && (item === person.userid || person.tokens.includes(item))),
      )
      .map((item) => withoutIds(item, person));
  if (!isObject(value)) return value;
  const own = idsOf(value);
  const all = own.length > 0 && own.every(({ key, id }) => isPerson(key, id, person));
  // Values of an entry that names no other recipient are the person's.
  const members = Object.entries(value).filter(
    ([name]) => !all || (name !== "parameters" && name !== "correlationid"),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, withoutIds(member, person)]));
}

function cleanEntry(entry: Record<string, unknown>, person: PersonIds): Record<string, unknown> {
  const ids = idsOf(entry);
  if (!ids.every(({ key, id }) => isPerson(key, id, person))) {
    const marked = destinationKeys.flatMap((key) => {
      const list = entry[key];
      return Array.isArray(list)
        ? [
            [
              key,
              list.map((id) => (isPerson(key, idText(id), person) ? erasedMark : (id as unknown))),
            ] as const,
          ]
        : [];
    });
    return { ...entry, ...Object.fromEntries(marked) };
  }
  return Object.fromEntries(
    destinationKeys.flatMap((key) => (key in entry ? [[key, [erasedMark]]] : [])),
  );
}

function emptied(request: Record<string, unknown>): Record<string, unknown> {
  const { channels } = request;
  const push = isObject(channels) && isObject(channels["push"]) ? channels["push"] : {};
  const blocks = Object.entries(push).map(([platform, block]) => [
    platform,
    {
      ...(isObject(block) &&
        "platform_types" in block && { platform_types: block["platform_types"] }),
      text: removedText,
    },
  ]);
  return {
    deliverychannel: request["deliverychannel"],
    appid: request["appid"],
    destination: [{ userid: [erasedMark] }],
    channels: {
      push: blocks.length === 0 ? { android: { text: removedText } } : Object.fromEntries(blocks),
    },
  };
}

function isPerson(key: DestinationKey, id: string, { userid, tokens }: PersonIds): boolean {
  if (key === "userid") return normalId(key, id) === userid;
  // A browser's subscription that is written in full holds its endpoint.
  return tokens.some(
    (token) =>
      id === token ||
      normalId(key, id) === token ||
      (token.startsWith("http") && decoded(id).includes(token)),
  );
}

function decoded(id: string): string {
  return id.trimStart().startsWith("{") ? id : Buffer.from(id, "base64url").toString("utf8");
}

function idsOf(entry: Record<string, unknown>): { key: DestinationKey; id: string }[] {
  return destinationKeys.flatMap((key) => {
    const list = entry[key];
    return (Array.isArray(list) ? list : typeof list === "string" ? [list] : []).map((id) => ({
      key,
      id: idText(id),
    }));
  });
}

function entriesOf({ destination }: Record<string, unknown>): Record<string, unknown>[] {
  return (Array.isArray(destination) ? destination : [destination]).filter(isObject);
}

/** An id as it was written: a number by its digits. */
function idText(id: unknown): string {
  return digitsOf(id) ?? String(id);
}

function parse(text: string): Record<string, unknown> | undefined {
  if (nestsDeeper(text, readableLevels)) return undefined;
  try {
    const parsed = parseJson(text, "everywhere");
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
