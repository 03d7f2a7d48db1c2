import { headerFor } from "@/components/audience/source/value-check";
import { Badge } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import { Code, verbatim } from "@/components/ui/verbatim";
import { exampleDate, formatDate } from "@/lib/template/date-format";
import type { TemplateParameter } from "@/lib/template/parameters";
import { placeholderOf } from "@/lib/template/placeholder";
import { RecipientsCsv } from "./recipients-csv";
import { typeLabels } from "./template-looks";

/** What a template leaves open. */
export function ParametersCard({
  templateId,
  parameters,
}: {
  templateId: string;
  parameters: readonly TemplateParameter[];
}) {
  return (
    <TitledCard
      id="parameters-title"
      title="Parameters"
      actions={
        parameters.length > 0 && (
          <RecipientsCsv templateId={templateId} columns={headerFor(parameters)} />
        )
      }
    >
      {parameters.length === 0 ? (
        <p className="p-4 text-sm text-ink-muted">No parameters</p>
      ) : (
        <ul className="divide-y divide-line">
          {parameters.map(
            ({
              name,
              type,
              choices,
              format,
              required,
              default: otherwise,
              maxLength,
              sample,
              description,
            }) => (
              <li key={name} className="px-4 py-3 text-sm">
                <p className="flex flex-wrap items-center gap-2">
                  <Code>{placeholderOf(name)}</Code>
                  <Badge>{typeLabels[type]}</Badge>
                  {required && <Badge tone="amber">Required</Badge>}
                  {maxLength !== undefined && (
                    <span className="text-xs text-ink-faint">
                      at most {maxLength.toLocaleString("en")} bytes
                    </span>
                  )}
                </p>
                {description !== "" && (
                  <p {...verbatim} className="foreign mt-1 text-ink-muted">
                    {description}
                  </p>
                )}
                <p className="foreign mt-0.5 text-xs break-words text-ink-faint">
                  {[
                    choices && choices.length > 0 && `One of ${choices.join(", ")}`,
                    format !== undefined &&
                      `Shown as “${formatDate(sample || exampleDate, format, "")}”`,
                    otherwise !== undefined && `defaults to “${otherwise}”`,
                    sample !== "" && `for example “${sample}”`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
              </li>
            ),
          )}
        </ul>
      )}
    </TitledCard>
  );
}
