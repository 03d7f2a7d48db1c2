"use client";

import { Braces } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import type { TemplateParameter } from "@/lib/template/parameters";
import { placeholderOf } from "@/lib/template/placeholder";
import { WorstBanner } from "../template-banners";
import { ParameterFields } from "./parameter-fields";

interface ParametersEditorProps {
  parameters: readonly { parameter: TemplateParameter; used: boolean }[];
  /** What can become too large, a sentence each. */
  worst: readonly string[];
  /** Gives the parameters maximum lengths with which everything fits. */
  onLimit: () => void;
  onChange: (name: string, next: TemplateParameter) => void;
  onRename: (from: string, to: string) => void;
  onRemove: (name: string) => void;
  /** After the title. */
  actions?: ReactNode;
  /** Above the parameters. */
  children?: ReactNode;
}

/** The parameters of a template: each placeholder in its texts appears here by itself. */
export function ParametersEditor({
  parameters,
  worst,
  onLimit,
  onChange,
  onRename,
  onRemove,
  actions,
  children,
}: ParametersEditorProps) {
  const [opened, setOpened] = useState<string>();
  return (
    <TitledCard
      id="parameters-title"
      title="Parameters"
      description={`Type ${placeholderOf("name")} in any text to add a parameter.`}
      actions={actions}
    >
      <CardBody className="space-y-3 py-2">
        {children}
        {worst.length > 0 && (
          <WorstBanner
            worst={worst}
            actions={
              <Button size="sm" onClick={onLimit}>
                Set sensible limits
              </Button>
            }
          />
        )}
        {parameters.length === 0 ? (
          <p className="flex items-center gap-2 px-2 py-3 text-sm text-ink-muted">
            <Braces aria-hidden className="size-4 text-ink-faint" />
            {`No parameters yet. Type ${placeholderOf("name")} in any text to add one.`}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {parameters.map(({ parameter, used }) => (
              <ParameterFields
                key={parameter.name}
                parameter={parameter}
                used={used}
                otherNames={parameters
                  .map((one) => one.parameter.name)
                  .filter((name) => name !== parameter.name)}
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
    </TitledCard>
  );
}
