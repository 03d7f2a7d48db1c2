"use client";

import { TriangleAlert } from "lucide-react";
import { useChosenTemplate } from "@/components/editor/content/templates";
import { useStanding } from "@/components/editor/examined/examined";
import { useReach } from "@/components/editor/reach/reach-state";
import { TryAgain } from "@/components/editor/try-again";
import { useNotices } from "@/components/form/use-field";
import { SameServiceLink } from "@/components/shell/same-service";
import { Banner } from "@/components/ui/banner";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import type { ComposerApp } from "@/lib/compose/composition";
import { keyLabel, recipientsText } from "@/lib/compose/recipients";
import type { AudienceRow } from "@/lib/directory/audience/rows";
import { paths } from "@/lib/inputs/paths";
import { columnFor } from "@/lib/plan/own-values";

type Source = "typed" | "list" | "segment";

/**
 * Whether the recipients are typed here, or come from a saved list or a segment of the app's
 * service. Nothing to choose where there is neither.
 */
export function ReachSource({ app }: { app: ComposerApp | undefined }) {
  const { reach, rows, segments, change } = useReach();
  const ours = rows.filter(({ serviceId }) => serviceId === app?.serviceId);
  const source: Source = reach.segment ? "segment" : reach.audienceId === null ? "typed" : "list";
  const hasLists = ours.length > 0 || source === "list";
  const hasSegments = segments.length > 0 || source === "segment";
  if (!hasLists && !hasSegments) return null;
  const choose = (next: string) => {
    const segment = segments[0]?.id ?? reach.segment?.id;
    change({
      ...reach,
      audienceId: next === "list" ? (reach.audienceId ?? ours[0]?.id ?? null) : null,
      segment:
        next === "segment" && segment !== undefined
          ? (reach.segment ?? { id: segment, evaluation: "send" })
          : undefined,
      // Choices that belong to the former recipients are reset.
      columns: undefined,
      lacking: undefined,
    });
  };
  return (
    <SegmentedControl
      label="Recipients come from"
      size="sm"
      className="max-w-full flex-wrap"
      value={source}
      onValueChange={choose}
      options={[
        { value: "typed", label: "Typed here" },
        ...(hasLists ? [{ value: "list", label: "A saved list" }] : []),
        ...(hasSegments ? [{ value: "segment", label: "A segment" }] : []),
      ]}
    />
  );
}

/** The saved list it goes to. */
export function ListField({ app }: { app: ComposerApp | undefined }) {
  const { reach, rows, chosen, change } = useReach();
  const template = useChosenTemplate();
  const notices = useNotices("destination.0");
  if (reach.audienceId === null) return null;
  const ours = rows.filter(({ serviceId }) => serviceId === app?.serviceId);
  const isOurs = chosen?.kind === "open" && chosen.audience.serviceId === app?.serviceId;
  const isListed = ours.some(({ id }) => id === reach.audienceId);
  const lost = chosen?.kind === "lost" || (chosen?.kind === "open" && !isOurs);
  const audience = chosen?.kind === "open" ? chosen.audience : undefined;
  const columns = audience?.parameters ?? [];
  const used =
    template?.parameters
      .filter(({ name }) => columns.includes(columnFor(name, columns, reach)))
      .map(({ name }) => name) ?? [];
  return (
    <div className="space-y-3" data-path="destination">
      <Field
        label="List"
        notices={notices}
        hint={
          <>
            Lists are managed under{" "}
            <SameServiceLink href={paths.audiences()} className="underline underline-offset-2">
              Audiences
            </SameServiceLink>
            .{" "}
            {used.length > 0 &&
              `Each recipient gets ${new Intl.ListFormat("en").format(used)} from the list.`}
          </>
        }
      >
        {(aria) => (
          <Select
            {...aria}
            value={isListed || isOurs ? (reach.audienceId ?? "") : ""}
            placeholder="Choose a list"
            onValueChange={(audienceId) =>
              change({ ...reach, audienceId, columns: undefined, lacking: undefined })
            }
            options={(isOurs && !isListed ? [chosen.audience, ...ours] : ours).map((row) => ({
              value: row.id,
              label: row.name,
              named: true,
              description: describe(row),
            }))}
          />
        )}
      </Field>
      {lost && (
        <Banner kind="danger" title="This list is not there for this app">
          It was removed, or belongs to another service. Choose another one, or type the recipients.
        </Banner>
      )}
      {chosen?.kind === "away" && (
        <Banner
          kind="warning"
          title="The list could not be fetched"
          actions={<TryAgain onClick={chosen.again} />}
        >
          It is still included; its size and values cannot be shown.
        </Banner>
      )}
    </div>
  );
}

/** Further apps of the same service that send the same message. */
export function MoreApps({
  apps,
  app,
}: {
  apps: readonly ComposerApp[];
  app: ComposerApp | undefined;
}) {
  const { reach, change } = useReach();
  const { users } = useStanding();
  const others = apps.filter(
    ({ serviceId, appid }) => serviceId === app?.serviceId && appid !== app.appid,
  );
  if (others.length === 0) return null;
  const turn = (appid: string, on: boolean) =>
    change({
      ...reach,
      moreAppids: on
        ? [...reach.moreAppids, appid]
        : reach.moreAppids.filter((other) => other !== appid),
    });
  return (
    <fieldset>
      <legend className="text-sm font-medium">Also from</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-2">
        {others.map(({ appid, name }) => (
          <Checkbox
            key={appid}
            label={name}
            checked={reach.moreAppids.includes(appid)}
            disabled={!users && !reach.moreAppids.includes(appid)}
            onCheckedChange={(on) => turn(appid, on)}
          />
        ))}
      </div>
      {!users && (
        <p className="mt-1.5 flex items-center gap-1.5 text-xs text-ink-faint">
          {reach.moreAppids.length > 0 && (
            <TriangleAlert aria-hidden className="size-3.5 text-amber-solid" />
          )}
          A push id belongs to one app: several apps can send to user ids only.
        </p>
      )}
    </fieldset>
  );
}

/** "12,480 recipients: users · name, city". */
function describe({
  recipients,
  kinds,
  parameters,
}: Pick<AudienceRow, "recipients" | "kinds" | "parameters">): string {
  const of = Object.keys(kinds).map((kind) => keyLabel(kind as keyof typeof kinds).toLowerCase());
  return [recipientsText(recipients), of.join(", "), parameters.join(", ")]
    .filter((part) => part !== "")
    .join(" · ");
}
