import type { MediaRow } from "@/lib/directory/media/rows";
import { noAnswerTryAgain } from "@/lib/inputs/answer";
import { acceptedMedia, mostMediaBytes, tooLarge } from "@/lib/media/accepted";
import { mediaTypes } from "@/lib/media/media-types";

/** A picture that is in the library now, or why it is not, with what to do. */
export type UploadResult = { ok: true; media: MediaRow } | { ok: false; why: string };

const mostName = 200;

/**
 * Uploads one picture to the library of a service; the same picture again is the one that is there.
 * Never throws.
 */
export async function uploadImage(
  serviceId: string,
  file: Blob,
  name: string,
): Promise<UploadResult> {
  // What is too large is not even sent: the service would break off the connection.
  if (file.size > mostMediaBytes) return { ok: false, why: tooLarge };
  const why = await whyNotShown(file);
  if (why !== undefined) return { ok: false, why };
  const query = new URLSearchParams({
    service: serviceId,
    name: name.trim().slice(0, mostName) || "Image",
  });
  try {
    const answer = await fetch(`/live/media?${query.toString()}`, { method: "POST", body: file });
    const { media, error } = (await answer.json()) as { media?: MediaRow; error?: string };
    return media
      ? { ok: true, media }
      : { ok: false, why: error ?? "The server did not take it. Try again." };
  } catch {
    return { ok: false, why: noAnswerTryAgain };
  }
}

/**
 * Why a browser could not show a picture, which the service does not find out: it reads no more of
 * a file than its head.
 */
async function whyNotShown(file: Blob): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const accepted = acceptedMedia(bytes);
  if (!accepted.ok) return accepted.why;
  try {
    const picture = await createImageBitmap(
      new Blob([bytes], { type: mediaTypes[accepted.facts.type] }),
    );
    picture.close();
    return undefined;
  } catch {
    return "This image is damaged: no browser can show it. Save it again and upload that.";
  }
}

/** What a file is called in the library: its name without the ending, which its address has. */
export function nameOfFile(name: string): string {
  return name.replace(/\.(png|jpe?g|gif|webp)$/i, "");
}
