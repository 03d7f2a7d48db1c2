"use client";

import type { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import type { Spelling } from "@/components/form/text-field";
import { useHeld } from "@/components/form/use-field";
import { SameServiceLink } from "@/components/shell/same-service";
import { paths } from "@/lib/inputs/paths";
import type { serviceUpdatesSchema } from "@/lib/inputs/service";

type Input = z.input<typeof serviceUpdatesSchema>;

/** No id can be this one: it is not the spelling of any. */
const none = " ";
const orNone: Spelling = {
  toText: (value) => (typeof value === "string" ? value : none),
  toValue: (value) => (value === none ? undefined : value),
};

/** How a service shows who it is at its notify URL: one of those that are stored, or none. */
export function AuthField({ auths }: { auths: readonly { id: string; name: string }[] }) {
  const { fieldValue } = useHeld<Input, "notifyurlAuthId">("notifyurlAuthId");
  const isGone = typeof fieldValue === "string" && !auths.some(({ id }) => id === fieldValue);
  return (
    <ChoiceField<Input>
      path="notifyurlAuthId"
      label="Authentication"
      optional={false}
      spelling={orNone}
      hint={
        <>
          How updates authenticate to your server, in addition to the signature.{" "}
          <SameServiceLink href={paths.notifyUrls()} className="underline underline-offset-2">
            Manage authentications
          </SameServiceLink>
        </>
      }
      options={[
        { value: none, label: "None" },
        ...auths.map(({ id, name }) => ({ value: id, label: name, named: true })),
        ...(isGone
          ? [{ value: fieldValue, label: "Removed authentication", description: fieldValue }]
          : []),
      ]}
    />
  );
}
