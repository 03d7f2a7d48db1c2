import type { PushRequestInput } from "@/lib/interface/request";
import { sendablePart } from "@/lib/interface/text";
import { isObject, jsonIn, textIn } from "@/lib/interface/value-shape";
import { bodyOf } from "./assemble";
import type { Composition } from "./composition";
import type { MergeContent } from "./merge";

/** A composition as the server keeps it. */
export function draftOf(
  at: { id: string | null; revision: number; name: string | undefined },
  { request, shared, reach, attempt }: Composition,
) {
  return {
    id: at.id,
    revision: at.revision,
    name: at.name ?? messageName(request),
    appid: request.appid,
    draft: JSON.stringify({ request, shared, reach, attempt }),
  };
}

/** Returns a text that differs between versions; the name of the attempt is not part of it. */
export function versionText(
  { request, shared, reach }: MergeContent,
  name: string | undefined,
): string {
  return JSON.stringify([bodyOf(request), shared, reach, name]);
}

/** Characters of a name that comes from the content of a message. */
const longestName = 80;

/**
 * Returns a name for a message without one: its first title, else its first text, else its
 * template. Characters that a name cannot have become spaces.
 */
export function messageName({ channels, message }: PushRequestInput): string {
  const push = channels?.push;
  for (const block of [push?.android, push?.ios, push?.web]) {
    const text = nameable(block?.title) || nameable(block?.text);
    if (text !== "")
      return Array.from(text).length > longestName
        ? `${Array.from(text).slice(0, longestName).join("")}…`
        : text;
  }
  return nameable(message?.template) || "Untitled";
}

/**
 * The name that the user gave a draft; undefined when it is the one from its content, which goes on
 * changing with the content.
 */
export function givenName(request: PushRequestInput, name: string | undefined): string | undefined {
  return name === undefined || name === messageName(request) ? undefined : name;
}

function nameable(value: unknown): string {
  return sendablePart(textIn(value)).trim();
}

/**
 * Whether two drafts, JSON text, say the same to the same people. The name under which one is tried
 * does not count.
 */
export function isSameContent(one: string, other: string): boolean {
  return one === other || contentOf(one) === contentOf(other);
}

function contentOf(draft: string): string {
  const value = jsonIn(draft);
  if (!isObject(value)) return draft;
  const { attempt: _, ...content } = value;
  return JSON.stringify(content);
}
