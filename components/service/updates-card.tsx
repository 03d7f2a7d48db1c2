"use client";

import type { z } from "zod";
import { CheckboxField } from "@/components/form/checkbox-field";
import { UrlField } from "@/components/form/text-field";
import { SameServiceLink } from "@/components/shell/same-service";
import { PaddedCard } from "@/components/ui/card";
import type { OpenedService } from "@/lib/directory/service/open";
import { paths } from "@/lib/inputs/paths";
import { serviceUpdatesSchema } from "@/lib/inputs/service";
import { AuthField } from "./auth-field";
import { PartForm } from "./part-form";
import type { ChangeService } from "./service-actions";

type Input = z.input<typeof serviceUpdatesSchema>;

/** Where delivery updates of a service go. */
export function UpdatesCard({
  service,
  change,
}: {
  service: OpenedService;
  change: ChangeService | undefined;
}) {
  const { serviceId, notifyurl, notifyurlAuthId, httpsOnly, notifyAuths } = service;
  return (
    <PaddedCard
      id="updates-title"
      title="Delivery updates"
      description="The default address for delivery updates."
    >
      <PartForm
        label="Delivery updates"
        schema={serviceUpdatesSchema}
        initial={{
          serviceId,
          part: "updates",
          httpsOnly,
          ...(notifyurl !== null && { notifyurl }),
          ...(notifyurlAuthId !== null && { notifyurlAuthId }),
        }}
        service={service}
        change={change}
        values={[
          ["Notify URL", notifyurl ?? "None"],
          [
            "Authentication",
            notifyAuths.find(({ id }) => id === notifyurlAuthId)?.name ??
              (notifyurlAuthId === null ? "None" : "Removed"),
          ],
          ["Secure notify URLs only", httpsOnly ? "Yes" : "No"],
        ]}
      >
        <UrlField<Input>
          path="notifyurl"
          label="Notify URL"
          hint="For requests without a notify URL."
        />
        <p className="-mt-3 text-xs text-ink-faint">
          No server yet?{" "}
          <SameServiceLink href={paths.inbox()} className="underline underline-offset-2">
            Use the built-in inbox
          </SameServiceLink>
          : it receives and shows updates.
        </p>
        <AuthField auths={notifyAuths} />
        <CheckboxField<Input>
          path="httpsOnly"
          label="Secure notify URLs only"
          hint="Requests with a notify URL that doesn’t begin with https:// are refused."
        />
      </PartForm>
    </PaddedCard>
  );
}
