"use client";

import { Crop, Scaling } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { MediaRow } from "@/lib/directory/media/rows";
import { noAnswerTryAgain } from "@/lib/inputs/answer";
import type { PictureFacts } from "@/lib/media/accepted";
import type { MediaFile } from "@/lib/media/address";
import { fitsFor, type Fit, type PlaceOfPicture } from "@/lib/media/fit";

interface FitButtonsProps {
  file: MediaFile;
  facts: PictureFacts;
  /** What the picture is called. */
  name: string;
  place: PlaceOfPicture;
  serviceId: string;
  /** Called once the new picture is in the library. The original stays there. */
  onMade: (media: MediaRow) => void;
}

const looks = {
  resize: { icon: Scaling, label: () => "Resize to fit", called: "resized" },
  crop: {
    icon: Crop,
    label: (place: PlaceOfPicture) => (place === "icon" ? "Crop to a square" : "Crop to 2:1"),
    called: "cropped",
  },
} as const;

/**
 * What can be done about a picture that some platform would not show whole, each in one press.
 * Nothing where all is well.
 */
export function FitButtons({ file, facts, name, place, serviceId, onMade }: FitButtonsProps) {
  const [busy, setBusy] = useState<Fit>();
  const make = async (fit: Fit) => {
    setBusy(fit);
    // They come with the first press: the fields do not wait for them.
    const code = await Promise.all([import("./redraw"), import("./upload-image")]).catch(
      () => undefined,
    );
    if (!code) {
      setBusy(undefined);
      toast.error(noAnswerTryAgain);
      return;
    }
    const [{ redraw }, { uploadImage }] = code;
    try {
      const answer = await uploadImage(
        serviceId,
        await redraw(file, fit, place),
        `${name || "Image"}, ${looks[fit].called}`,
      );
      if (answer.ok) onMade(answer.media);
      else toast.error(answer.why);
    } catch {
      toast.error(
        "This browser could not redraw the image. Resize it in another program and upload that.",
      );
    }
    setBusy(undefined);
  };
  const fits = fitsFor(facts, place);
  if (fits.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1.5">
      {fits.map((fit) => {
        const { icon: Icon, label } = looks[fit];
        return (
          <Button
            icon={Icon}
            key={fit}
            size="sm"
            loading={busy === fit}
            disabled={busy !== undefined}
            onClick={() => void make(fit)}
          >
            {label(place)}
          </Button>
        );
      })}
    </div>
  );
}
