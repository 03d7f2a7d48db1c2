"use client";

import { Plus, Trash2 } from "lucide-react";
import { useRequest, useRequestPart } from "@/components/editor/content-context";
import { useStanding } from "@/components/editor/examined/examined";
import { useReach } from "@/components/editor/reach/reach-state";
import { TokenInput } from "@/components/editor/reach/token-input";
import { ChoiceField } from "@/components/form/choice-field";
import { useNotices } from "@/components/form/use-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { sandboxUsers, type ComposerApp } from "@/lib/compose/composition";
import {
  keyLabel,
  readEntry,
  recipientsText,
  writeEntry,
  type Entry,
} from "@/lib/compose/recipients";
import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { ChosenSegment } from "./chosen-segment";
import { CoverageLine } from "./coverage-line";
import { ListField, MoreApps, ReachSource } from "./reach-fields";

/** From which app, and to whom. */
export function RecipientsCard({ apps }: { apps: readonly ComposerApp[] }) {
  const appid = useRequest("appid");
  const [destination, put] = useRequestPart("destination");
  const entries: readonly Entry[] = destination;
  const { recipients } = useStanding();
  const { reach, chosen: source, change: changeReach } = useReach();
  /** Of the other apps that it goes out from, those of the same service. */
  const keepNeighbours = (appid: string) => {
    const service = apps.find((one) => one.appid === appid)?.serviceId;
    const stay = apps
      .filter((one) => one.serviceId === service && one.appid !== appid)
      .map((one) => one.appid);
    if (reach.moreAppids.length > 0)
      changeReach({
        ...reach,
        moreAppids: reach.moreAppids.filter((other) => stay.includes(other)),
      });
  };
  const isTyped = reach.audienceId === null && reach.segment === undefined;
  const typed = isTyped ? entries : [];
  const isCounting = reach.segment !== undefined && source?.kind === "opening";
  const chosen = apps.find((one) => one.appid === appid);
  const used = entries.map((entry) => readEntry(entry).key);
  const free = destinationKeys.find((key) => !used.includes(key));

  const change = (next: Entry[]) => put(next);
  return (
    <TitledCard
      id="recipients-title"
      title="Recipients"
      actions={<Badge>{isCounting ? "Counting …" : recipientsText(recipients)}</Badge>}
    >
      <CardBody className="space-y-4">
        <ChoiceField<PushRequestInput>
          path="appid"
          label="App"
          placeholder="Choose an app"
          onChoose={keepNeighbours}
          options={apps.map(({ appid, name, sandbox }) => ({
            value: appid,
            label: name,
            named: true,
            description: sandbox ? `${appid} · sandbox, reaches simulated devices only` : appid,
          }))}
        />
        <MoreApps apps={apps} app={chosen} />
        <ReachSource app={chosen} />
        <ListField app={chosen} />
        <ChosenSegment />
        {typed.map((entry, index) => {
          const { key } = readEntry(entry);
          return (
            <RecipientGroup
              // oxlint-disable-next-line react/no-array-index-key -- groups have no identity but their place, and never move
              key={index}
              index={index}
              entry={entry}
              sandbox={chosen?.sandbox === true}
              keys={destinationKeys.filter((other) => other === key || !used.includes(other))}
              onChange={(next) => change(entries.with(index, next))}
              onRemove={entries.length > 1 ? () => change(entries.toSpliced(index, 1)) : undefined}
            />
          );
        })}
        {free !== undefined && isTyped && (
          <Button
            icon={Plus}
            size="sm"
            variant="ghost"
            className="-ml-2"
            onClick={() => change([...entries, { [free]: [] }])}
          >
            Add recipients of another kind
          </Button>
        )}
        <CoverageLine />
      </CardBody>
    </TitledCard>
  );
}

interface RecipientGroupProps {
  index: number;
  entry: Entry;
  sandbox: boolean;
  keys: readonly DestinationKey[];
  onChange: (entry: Entry) => void;
  onRemove: (() => void) | undefined;
}

function RecipientGroup({ index, entry, sandbox, keys, onChange, onRemove }: RecipientGroupProps) {
  const { key, ids } = readEntry(entry);
  const notices = useNotices(`destination.${index}`);
  const label = keyLabel(key);
  const missing =
    sandbox && key === "userid" ? sandboxUsers.filter((user) => !ids.includes(user)) : [];
  return (
    <div className="grid gap-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="flex items-start gap-1">
        <Select
          aria-label={`Kind of recipients ${index + 1}`}
          value={key}
          onValueChange={(next) => onChange(writeEntry(entry, next as DestinationKey, ids))}
          options={keys.map((option) => ({ value: option, label: keyLabel(option) }))}
        />
        {onRemove && (
          <IconButton
            icon={Trash2}
            label={`Remove ${label}`}
            size="sm"
            className="mt-1 sm:hidden"
            onClick={onRemove}
          />
        )}
      </div>
      <div className="min-w-0">
        <div className="flex items-start gap-1">
          <Field
            label={label}
            labelHidden
            notices={notices}
            hint="Paste as many as you like, one a line or separated by commas."
            className="flex-1 [&>div:first-child]:m-0 [&>div:first-child]:min-h-0"
          >
            {(aria) => (
              <TokenInput
                control={aria}
                label={label}
                path={`destination.${index}`}
                tokens={ids}
                onChange={(next) => onChange(writeEntry(entry, key, next))}
                placeholder={key === "userid" ? "User ids" : "Push ids"}
              />
            )}
          </Field>
          {onRemove && (
            <IconButton
              icon={Trash2}
              label={`Remove ${label}`}
              size="sm"
              className="mt-1 max-sm:hidden"
              onClick={onRemove}
            />
          )}
        </div>
        {missing.length > 0 && (
          <div className="mt-2 flex flex-wrap items-center gap-1.5 text-xs text-ink-faint">
            In the sandbox:
            {missing.map((user) => (
              <button
                key={user}
                type="button"
                aria-label={`Add ${user}`}
                onClick={() => onChange(writeEntry(entry, key, [...ids, user]))}
                className="inline-flex h-6 items-center gap-1 rounded-full border border-dashed border-line-strong px-2 text-ink-muted hover:border-solid hover:bg-hover hover:text-ink"
              >
                <Plus aria-hidden className="size-3" />
                {user}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
