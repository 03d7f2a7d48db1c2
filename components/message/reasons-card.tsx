import { LinkButton } from "@/components/shell/link-button";
import { TitledCard } from "@/components/ui/card";
import { Details } from "@/components/ui/details";
import { Code, Verbatim } from "@/components/ui/verbatim";
import { failureOf } from "@/lib/describe/failure";
import { paths } from "@/lib/inputs/paths";
import type { Reason } from "./failure-causes";

/** Failure reasons. `partial`: counted over the first rows only. */
export function ReasonsCard({
  reasons,
  partial,
}: {
  reasons: readonly Reason[];
  partial: boolean;
}) {
  return (
    <TitledCard
      id="reasons-title"
      title="Failure reasons"
      description={partial ? "Counted over the first 200 of them" : undefined}
      actions={
        <LinkButton size="sm" variant="ghost" href={paths.notDelivered()}>
          Last 7 days
        </LinkButton>
      }
    >
      <ul className="divide-y divide-line">
        {reasons.map((reason) => {
          const { says, remedy } = failureOf(reason);
          return (
            <li
              key={`${reason.code} ${reason.description}`}
              className="flex items-baseline gap-3 px-4 py-2.5 text-sm"
            >
              <span className="w-10 shrink-0 text-right font-semibold tabular-nums">
                {reason.count.toLocaleString("en")}
              </span>
              <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
                <span className="min-w-0 font-medium">{says}</span>
                <ReasonDetails {...reason} className="open:basis-full" />
                <p className="basis-full text-ink-muted">{remedy}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}

/** The code of a reason and what delivery updates say with it, folded away. */
export function ReasonDetails({
  code,
  description,
  className,
}: {
  code: string;
  description: string;
  className?: string;
}) {
  if (code === "") return null;
  return (
    <Details {...(className !== undefined && { className })}>
      In delivery updates: <Code>{code}</Code> <Verbatim>{description}</Verbatim>
    </Details>
  );
}
