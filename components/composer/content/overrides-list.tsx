"use client";

import { Undo2 } from "lucide-react";
import { useMessageDocument } from "@/components/editor/content-context";
import { useTemplates } from "@/components/editor/content/templates";
import { useExamined } from "@/components/editor/examined/examined";
import { CardBody, TitledCard } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { verbatim } from "@/components/ui/verbatim";
import { sharedOf } from "@/lib/compose/adopt";
import { assemble } from "@/lib/compose/assemble";
import { overridesOf, without } from "@/lib/compose/overrides";
import { templateOf } from "@/lib/compose/template-of";
import type { PushRequestInput } from "@/lib/interface/request";

/** What the message says in place of its template, each with the way back. */
export function OverridesList() {
  const { request } = useExamined();
  const templates = useTemplates();
  const document = useMessageDocument();
  const template = templateOf(templates, request);
  const overrides = template ? overridesOf(template.blocks, assemble(request).channels?.push) : [];
  if (overrides.length === 0) return null;
  const takeBack = (steps: readonly string[]) => {
    const { channels, ...rest } = document.get().content.request;
    const push = without(channels?.push ?? {}, steps);
    const next = Object.keys(push).length === 0 ? undefined : { ...channels, push };
    document.write([
      { path: "request.channels", value: next },
      { path: "shared", value: sharedOf({ ...rest, channels: next } as PushRequestInput) },
    ]);
  };
  return (
    <TitledCard
      id="overrides-title"
      title="Different from the template"
      description={
        overrides.length === 1
          ? "One part is this message’s own."
          : `${overrides.length} parts are this message’s own.`
      }
    >
      <CardBody className="py-2">
        <ul className="divide-y divide-line">
          {overrides.map(({ steps, label, before, after }) => {
            const name = steps.includes("customtags") ? `${label} ${steps.at(-1)}` : label;
            return (
              <li key={steps.join("/")} className="flex items-start gap-2 py-2 text-sm">
                <div className="min-w-0 flex-1 space-y-0.5">
                  <p className="text-xs font-medium text-ink-muted">{name}</p>
                  {before !== undefined && (
                    <p {...verbatim} className="foreign break-words text-ink-faint line-through">
                      <span className="sr-only">In the template: </span>
                      {before}
                    </p>
                  )}
                  <p {...verbatim} className="foreign break-words">
                    <span className="sr-only">Here: </span>
                    {after}
                  </p>
                </div>
                <IconButton
                  icon={Undo2}
                  size="sm"
                  label={before === undefined ? `Remove ${name}` : `Use the template’s ${name}`}
                  onClick={() => takeBack(steps)}
                />
              </li>
            );
          })}
        </ul>
      </CardBody>
    </TitledCard>
  );
}
