"use client";

import { useMemo } from "react";
import { useExamined } from "@/components/composer/examined";
import { Select } from "@/components/ui/select";
import { assemble } from "@/lib/compose/assemble";
import type { ComposerApp } from "@/lib/compose/composition";
import { worstCases } from "@/lib/compose/examine-template";
import { parametersIn, type DraftParameter, type SampleSet } from "@/lib/compose/template-draft";
import type { LookWith } from "./look-with";
import { ParametersEditor } from "./parameters-editor";

interface OwnParametersProps {
  template: { templateId: string };
  apps: readonly ComposerApp[];
  declared: readonly DraftParameter[];
  samples: readonly SampleSet[];
  lookWith: LookWith;
  onLookWith: (next: LookWith) => void;
  onDeclare: (next: readonly DraftParameter[]) => void;
  onRename: (from: string, to: string) => void;
}

/** The parameters of the template being written, what they can make of its size, and with which values it is looked at. */
export function OwnParameters({ template, apps, declared, samples, lookWith, onLookWith, onDeclare, onRename }: OwnParametersProps) {
  const { request } = useExamined();
  const parameters = useMemo(() => parametersIn(assemble(request).channels?.push ?? {}, declared), [request, declared]);
  const worst = useMemo(
    () =>
      worstCases(request, {
        apps,
        templateId: template.templateId,
        parameters: parameters.flatMap(({ parameter, used }) => (used ? [parameter] : [])),
        now: 0,
      }),
    [apps, parameters, request, template.templateId],
  );
  const all = parameters.map(({ parameter }) => parameter);
  return (
    <ParametersEditor
      parameters={parameters}
      worst={worst}
      onChange={(name, next) => onDeclare(all.map((one) => (one.name === name ? next : one)))}
      onRename={onRename}
      onRemove={(name) => onDeclare(all.filter((one) => one.name !== name))}
      actions={
        parameters.length > 0 && (
          <Select
            aria-label="Preview with"
            size="sm"
            className="w-44"
            value={lookWith}
            onValueChange={(next) => onLookWith(next as LookWith)}
            options={[
              { value: "samples", label: "Sample values" },
              { value: "longest", label: "Longest values" },
              ...samples.map(({ name }) => ({ value: `set ${name}`, label: name })),
            ]}
          />
        )
      }
    />
  );
}
