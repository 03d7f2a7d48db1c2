"use client";

import { Braces } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { bytesText } from "@/lib/compose/sizes";
import type { WorstCase } from "@/lib/compose/examine-template";
import type { DraftParameter } from "@/lib/compose/template-draft";
import { placeholderOf } from "@/lib/template/placeholder";
import { ParameterFields } from "./parameter-fields";

interface ParametersEditorProps {
  parameters: readonly { parameter: DraftParameter; used: boolean }[];
  worst: readonly WorstCase[];
  onChange: (name: string, next: DraftParameter) => void;
  onRename: (from: string, to: string) => void;
  onRemove: (name: string) => void;
  /** Beside the title. */
  actions?: ReactNode;
}

/** The gaps of a template: each placeholder in its texts appears here by itself. */
export function ParametersEditor({ parameters, worst, onChange, onRename, onRemove, actions }: ParametersEditorProps) {
  const [opened, setOpened] = useState<string>();
  return (
    <Card aria-labelledby="parameters-title">
      <CardHeader
        id="parameters-title"
        title="Parameters"
        description={`Write ${placeholderOf("name")} in any text to leave a gap there.`}
        actions={actions}
      />
      <CardBody className="space-y-3 py-2">
        {worst.length > 0 && (
          <Banner kind="warning" title="It can become too large">
            <ul className="space-y-1">
              {worst.map(({ row, by }) => (
                <li key={row.what}>
                  With the longest values {row.what === "request" ? "the request" : row.label} takes {bytesText(row.bytes)} of{" "}
                  {bytesText(row.limit)}.{by && reason(by)}
                </li>
              ))}
            </ul>
          </Banner>
        )}
        {parameters.length === 0 ? (
          <p className="flex items-center gap-2 px-2 py-3 text-sm text-ink-muted">
            <Braces aria-hidden className="size-4 text-ink-faint" />
            No gaps yet: everybody gets the same.
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {parameters.map(({ parameter, used }) => (
              <ParameterFields
                key={parameter.name}
                parameter={parameter}
                used={used}
                taken={parameters.map((one) => one.parameter.name).filter((name) => name !== parameter.name)}
                open={opened === parameter.name}
                onOpen={(open) => setOpened(open ? parameter.name : undefined)}
                onChange={(next) => onChange(parameter.name, next)}
                onRename={(name) => {
                  onRename(parameter.name, name);
                  setOpened(name);
                }}
                onRemove={() => onRemove(parameter.name)}
              />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function reason({ name, unlimited, bytes }: NonNullable<WorstCase["by"]>): string {
  return unlimited ? ` ${placeholderOf(name)} has no maximum length.` : ` Most of it is ${placeholderOf(name)}, with ${bytesText(bytes)}.`;
}
