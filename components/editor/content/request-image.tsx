"use client";

import { useRequestPart } from "@/components/editor/content-context";
import { ChooseMedia } from "@/components/media/choose-media";
import { textIn } from "@/lib/interface/value-shape";
import type { PlaceOfPicture } from "@/lib/media/fit";
import { RequestUrl, type RequestTextProps } from "../request-text";
import { MediaRemedies } from "./media-remedies";

/** The address of a picture in the request: written, or chosen from the library. */
export function RequestImage({
  place,
  action,
  ...field
}: Omit<RequestTextProps, "prose" | "below"> & { place: PlaceOfPicture }) {
  const [value, write] = useRequestPart(field.path);
  return (
    <RequestUrl
      {...field}
      action={
        <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
          {action}
          <ChooseMedia label={field.label} onChoose={write} />
        </span>
      }
      below={<MediaRemedies url={textIn(value)} place={place} onMade={write} />}
    />
  );
}
