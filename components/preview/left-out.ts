import type { Appearance } from "@/lib/payload/appearance";
import type { Face } from "./face";

/**
 * What reached the device and is shown on none of its surfaces, each with the reason, as sentences.
 */
export function leftOut({ imageUrl, buttons }: Appearance, face: Face): string[] {
  const sentences: string[] = [];
  if (imageUrl !== undefined && face.pictureOn.length === 0)
    sentences.push(`${face.name} shows no large image.`);
  const { most } = face.buttons;
  const over = buttons.slice(most).map(({ label }) => `“${label}”`);
  if (over.length > 0 && most === 0) sentences.push(`${face.name} shows no buttons.`);
  else if (over.length > 0)
    sentences.push(
      `${face.name} shows ${most} buttons at most: ${over.join(", ")} ${over.length === 1 ? "is" : "are"} left out.`,
    );
  return sentences;
}
