import type { PushRequestInput } from "@/lib/interface/request";
import { sendablePart } from "@/lib/interface/text";
import { textIn } from "@/lib/interface/value-shape";

const most = 80;

/**
 * Returns a name for a message without one: its first title, else its first text, else its
 * template. Characters that a name cannot have become spaces.
 */
export function messageName({ channels, message }: PushRequestInput): string {
  const push = channels?.push;
  for (const block of [push?.android, push?.ios, push?.web]) {
    const text = nameable(block?.title) || nameable(block?.text);
    if (text !== "")
      return Array.from(text).length > most ? `${Array.from(text).slice(0, most).join("")}…` : text;
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
