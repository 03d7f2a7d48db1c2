"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { UrlField } from "@/components/form/text-field";
import { ChooseMedia } from "@/components/media/choose-media";
import { AppMark } from "./app-mark";

interface Values {
  name: string;
  iconUrl?: string | undefined;
}

/**
 * The icon of an app, by its address or from the media library: needs a `MediaProvider` around the
 * form.
 */
export function IconField() {
  const { control, setValue } = useFormContext<Values>();
  const [name, url] = useWatch({ control, name: ["name", "iconUrl"] });
  return (
    <div className="flex min-w-0 items-start gap-3">
      <AppMark name={name} url={url} className="mt-6.5" />
      <UrlField<Values>
        path="iconUrl"
        label="Icon URL"
        hint="Previews show it as the app’s icon."
        className="min-w-0 flex-1"
        action={
          <ChooseMedia
            label="Icon URL"
            onChoose={(chosen) =>
              setValue("iconUrl", chosen, { shouldDirty: true, shouldValidate: true })
            }
          />
        }
      />
    </div>
  );
}
