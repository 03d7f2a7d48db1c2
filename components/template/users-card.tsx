import { SameServiceLink } from "@/components/shell/same-service";
import { Badge } from "@/components/ui/badge";
import { CardBody, TitledCard } from "@/components/ui/card";
import { verbatim } from "@/components/ui/verbatim";
import type { TemplateUsers, UseOfDay } from "@/lib/directory/template/used-by";
import { paths } from "@/lib/inputs/paths";

const sources: Record<UseOfDay["source"], string> = {
  api: "Programs",
  console: "Campaigns",
  test: "Tests",
};
const states = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
} as const;
const days = 30;

/**
 * Who uses a template: campaigns that are not sent yet, and how often it was sent, by whom and in
 * which version.
 */
export function UsersCard({ users }: { users: TemplateUsers }) {
  const sums = sumsOf(users.days);
  return (
    <TitledCard
      id="users-title"
      title="Who uses it"
      description={`Messages in the last ${days} days, and campaigns still to be sent`}
    >
      <CardBody className="space-y-4 text-sm">
        {sums.length === 0 ? (
          <p className="text-ink-muted">No messages in the last {days} days.</p>
        ) : (
          <ul className="space-y-1.5">
            {sums.map(({ source, version, uses }) => (
              <li key={`${source} ${version}`} className="flex justify-between gap-3">
                <span>
                  {sources[source]} <span className="text-ink-faint">version {version}</span>
                </span>
                <span className="text-right tabular-nums">
                  {uses.toLocaleString("en")}
                  <span className="text-ink-faint"> · {perDay(uses)} a day</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        {users.campaigns.length > 0 && (
          <ul
            aria-label="Campaigns that will use it"
            className="space-y-1.5 border-t border-line pt-3"
          >
            {users.campaigns.map(({ id, name, state, version }) => (
              <li key={id} className="flex items-center justify-between gap-3">
                <SameServiceLink
                  href={state === "draft" ? paths.compose({ campaign: id }) : paths.campaign(id)}
                  {...verbatim}
                  className="foreign truncate underline underline-offset-2"
                >
                  {name}
                </SameServiceLink>
                <span className="flex shrink-0 items-center gap-1.5">
                  {version !== null && (
                    <span className="text-xs text-ink-faint">version {version}</span>
                  )}
                  <Badge>{states[state]}</Badge>
                </span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </TitledCard>
  );
}

function sumsOf(uses: readonly UseOfDay[]): Omit<UseOfDay, "day">[] {
  const sums = new Map<string, Omit<UseOfDay, "day">>();
  for (const { source, version, uses: n } of uses) {
    const key = `${source} ${version}`;
    sums.set(key, { source, version, uses: (sums.get(key)?.uses ?? 0) + n });
  }
  return [...sums.values()].toSorted((one, other) => other.uses - one.uses);
}

function perDay(uses: number): string {
  const each = uses / days;
  return each < 1 ? "less than 1" : Math.round(each).toLocaleString("en");
}
