import { mediaPath, type MediaFile } from "@/lib/media/address";
import { drawingFor, mostBytes, type Fit, type PlaceOfPicture } from "@/lib/media/fit";

/** Tried one after the other until it is small enough. */
const scales = [1, 0.8, 0.6, 0.4];
const qualities = [0.9, 0.8, 0.7];

/**
 * Redraws a picture of the library, so that every platform shows it: PNG while that is small enough
 * or it is transparent somewhere, else JPEG. In the browser, from the file of this console. Throws
 * when the browser cannot read it.
 */
export async function redraw(file: MediaFile, fit: Fit, place: PlaceOfPicture): Promise<Blob> {
  const answer = await fetch(mediaPath(file));
  if (!answer.ok) throw new Error(`The image was answered ${answer.status}.`);
  const picture = await createImageBitmap(await answer.blob());
  try {
    const { from, to } = drawingFor(picture, fit, place);
    let last: Blob | undefined;
    for (const scale of scales) {
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(to.width * scale));
      canvas.height = Math.max(1, Math.round(to.height * scale));
      const context = canvas.getContext("2d");
      if (!context) throw new Error("This browser draws nothing.");
      context.imageSmoothingQuality = "high";
      context.drawImage(
        picture,
        from.x,
        from.y,
        from.width,
        from.height,
        0,
        0,
        canvas.width,
        canvas.height,
      );
      const jpegs = file.type === "jpg" || !isTransparent(context, canvas) ? qualities : [];
      const encodings = [
        ...(file.type === "jpg" ? [] : [["image/png", 1] as const]),
        ...jpegs.map((quality) => ["image/jpeg", quality] as const),
      ];
      for (const [type, quality] of encodings) {
        last = await encoded(canvas, type, quality);
        if (last.size <= mostBytes.android) return last;
      }
    }
    if (!last) throw new Error("Nothing was drawn.");
    return last;
  } finally {
    picture.close();
  }
}

function isTransparent(
  context: CanvasRenderingContext2D,
  { width, height }: HTMLCanvasElement,
): boolean {
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 255) return true;
  return false;
}

function encoded(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The browser could not save the image."))),
      type,
      quality,
    );
  });
}
