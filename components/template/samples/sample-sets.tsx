"use client";

import { FlaskConical, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import { freeName } from "@/lib/authoring/sample-sets";
import { mostSampleSets, type SampleSet } from "@/lib/template/content";
import type { TemplateParameter } from "@/lib/template/parameters";
import { OneSet } from "./one-set";
import { SetsMenu } from "./sets-menu";

interface SampleSetsProps {
  templateId: string;
  parameters: readonly TemplateParameter[];
  sets: readonly SampleSet[];
  /** The name of the one that is open, and drawn; undefined for none. */
  opened: string | undefined;
  onOpened: (name: string | undefined) => void;
  onChange: (sets: readonly SampleSet[]) => void;
}

/** Named sets of values to look at a template with: a guest, a long name, an order of one. */
export function SampleSets({
  templateId,
  parameters,
  sets,
  opened,
  onOpened,
  onChange,
}: SampleSetsProps) {
  const put = (name: string, next: SampleSet) =>
    onChange(sets.map((one) => (one.name === name ? next : one)));
  return (
    <TitledCard
      id="samples-title"
      title="Sample sets"
      description={
        opened === undefined
          ? "Values to look at it with. They are never sent."
          : `The preview shows ${opened}.`
      }
      actions={
        <>
          <SetsMenu
            templateId={templateId}
            parameters={parameters.map(({ name }) => name)}
            sets={sets}
            onChange={onChange}
          />
          <Button
            size="sm"
            disabled={sets.length >= mostSampleSets}
            onClick={() => {
              const name = freeName(`Set ${sets.length + 1}`, sets);
              onChange([...sets, { name, values: {} }]);
              onOpened(name);
            }}
          >
            <Plus aria-hidden />
            Add set
          </Button>
        </>
      }
    >
      <CardBody className="py-2">
        {sets.length === 0 ? (
          <p className="flex items-center gap-2 px-2 py-3 text-sm text-ink-muted">
            <FlaskConical aria-hidden className="size-4 shrink-0 text-ink-faint" />
            None yet. Add one for each case that should look right, such as a very long name.
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {sets.map((set) => (
              <OneSet
                key={set.name}
                set={set}
                parameters={parameters}
                otherNames={sets.filter((one) => one !== set).map(({ name }) => name)}
                open={opened === set.name}
                onOpen={(open) => onOpened(open ? set.name : undefined)}
                onChange={(next) => {
                  put(set.name, next);
                  if (next.name !== set.name) onOpened(next.name);
                }}
                onRemove={() => {
                  onOpened(undefined);
                  onChange(sets.filter((one) => one !== set));
                }}
              />
            ))}
          </ul>
        )}
      </CardBody>
    </TitledCard>
  );
}
