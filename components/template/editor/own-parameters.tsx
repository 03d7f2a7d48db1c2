"use client";

import { useEffect } from "react";
import { useExamined } from "@/components/editor/examined/examined";
import { useSame } from "@/components/editor/examined/use-same";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { withSensibleLimits } from "@/lib/authoring/sensible-limits";
import { parametersIn } from "@/lib/authoring/template-draft";
import { blocksOfForm } from "@/lib/authoring/template-form";
import { worstTexts } from "@/lib/authoring/worst-case";
import type { ComposerApp } from "@/lib/compose/composition";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { SampleSets } from "../samples/sample-sets";
import type { Look, LookWith } from "./look-with";
import { ParametersEditor } from "./parameters-editor";
import { RecipientChoice, type TemplateLists } from "./recipient-choice";
import type { EditedTemplate } from "./template-kind";

interface OwnParametersProps {
  template: { templateId: string };
  app: ComposerApp | undefined;
  own: EditedTemplate["own"];
  lists: TemplateLists;
  look: Look;
  onLook: (next: Look) => void;
  onDeclare: (next: Partial<EditedTemplate["own"]>) => void;
  onRename: (from: string, to: string) => void;
  /**
   * Called with what can become too large, a sentence each; the same list while it says the same.
   */
  onWorst: (worst: readonly string[]) => void;
}

/**
 * The parameters of the template being written, what they can make of its size, and with which
 * values it is looked at.
 */
export function OwnParameters({
  template,
  app,
  own,
  lists,
  look,
  onLook,
  onDeclare,
  onRename,
  onWorst,
}: OwnParametersProps) {
  const { request } = useExamined();
  const { samples } = own;
  const { templateId } = template;
  const blocks = blocksOfForm(request);
  const parameters = parametersIn({ blocks, languages: own.languages }, own.parameters);
  const all = parameters.map(({ parameter }) => parameter);
  const making = { blocks, parameters: all, languages: own.languages };
  const of = { templateId, appid: request.appid, app };
  const worst = useSame(worstTexts(making, of));
  useEffect(() => onWorst(worst), [worst, onWorst]);
  const limit = () => {
    const limited = withSensibleLimits(making, of);
    if (limited) onDeclare({ parameters: limited });
    else toast.error("Even short values do not fit. Shorten the texts, or use fewer parameters.");
  };
  const lookWith = (next: LookWith) => onLook({ ...look, with: next });
  const opened = samples.find(({ name }) => look.with === `set ${name}`)?.name;
  const choosesRecipient = (recipient: PlannedRecipient | undefined) =>
    onLook({ with: "recipient", recipient });
  return (
    <>
      <ParametersEditor
        parameters={parameters}
        worst={worst}
        onLimit={limit}
        onChange={(name, next) =>
          onDeclare({ parameters: all.map((one) => (one.name === name ? next : one)) })
        }
        onRename={onRename}
        onRemove={(name) => onDeclare({ parameters: all.filter((one) => one.name !== name) })}
        actions={
          parameters.length > 0 && (
            <Select
              aria-label="Preview with"
              size="sm"
              className="w-44"
              value={look.with}
              onValueChange={(next) => lookWith(next as LookWith)}
              options={[
                { value: "samples", label: "Sample values" },
                { value: "longest", label: "Longest values" },
                ...samples.map(({ name }) => ({ value: `set ${name}`, label: name, named: true })),
                ...(lists.rows.length > 0
                  ? [{ value: "recipient", label: "A recipient of a list" }]
                  : []),
              ]}
            />
          )
        }
      >
        {look.with === "recipient" && parameters.length > 0 && (
          <RecipientChoice lists={lists} recipient={look.recipient} onChoose={choosesRecipient} />
        )}
      </ParametersEditor>
      {(parameters.length > 0 || samples.length > 0) && (
        <SampleSets
          templateId={template.templateId}
          parameters={all}
          sets={samples}
          opened={opened}
          onOpened={(name) => lookWith(name === undefined ? "samples" : `set ${name}`)}
          onChange={(next) => onDeclare({ samples: next })}
        />
      )}
    </>
  );
}
