"use client";

import type { z } from "zod";
import { useField } from "@/components/form/use-field";
import { SameServiceLink } from "@/components/shell/same-service";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { serviceUpdatesSchema } from "@/lib/inputs/service";

/** No id can be this one: it is not the spelling of any. */
const none = " ";

/** How a service shows who it is at its notify URL: one of those that are stored, or none. */
export function AuthField({ auths }: { auths: readonly { id: string; name: string }[] }) {
  const { held, change, leave, error } = useField<z.input<typeof serviceUpdatesSchema>>("notifyurlAuthId");
  const chosen = typeof held === "string" ? held : none;
  const isGone = chosen !== none && !auths.some(({ id }) => id === chosen);
  return (
    <Field
      label="Authentication"
      error={error}
      hint={
        <>
          How updates authenticate to your server, in addition to the signature.{" "}
          <SameServiceLink href="/settings/notify-urls" className="underline underline-offset-2">
            Manage authentications
          </SameServiceLink>
        </>
      }
    >
      {(aria) => (
        <div data-path="notifyurlAuthId">
          <Select
            {...aria}
            value={chosen}
            onValueChange={(value) => {
              change(value === none ? undefined : value);
              leave();
            }}
            options={[
              { value: none, label: "None" },
              ...auths.map(({ id, name }) => ({ value: id, label: name })),
              ...(isGone ? [{ value: chosen, label: "Removed authentication", description: chosen }] : []),
            ]}
          />
        </div>
      )}
    </Field>
  );
}
