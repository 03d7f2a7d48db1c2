import { LinkButton } from "@/components/shell/link-button";
import { TitledCard } from "@/components/ui/card";
import type { FailureCause } from "@/lib/describe/failure";
import { paths } from "@/lib/inputs/paths";
import type { CauseGroup } from "./failure-causes";
import { ReasonDetails } from "./reasons-card";

const titles: Record<FailureCause, string> = {
  "no device": "No device",
  unregistered: "Devices that are no longer registered",
  "left out": "Messages without content for the device",
  suppressed: "Suppressed",
  capped: "Left out by a frequency cap",
  expired: "Expired",
  "too large": "Too large",
  "other app": "Registered with another app or key",
  "invalid id": "Invalid push ids",
  credential: "Credentials",
  refused: "Refused messages",
  "too many": "Too many messages",
  provider: "Failures of providers",
  removed: "Messages that are gone",
  unknown: "Other reasons",
};

const mostDetails = 10;

/**
 * Why deliveries failed, by cause: how many, what to do, and the latest message that it happened
 * to.
 */
export function FailureList({
  groups,
  deliveries,
}: {
  groups: readonly CauseGroup[];
  deliveries: number;
}) {
  return (
    <div className="space-y-5">
      {groups.map(({ cause, count, says }) => (
        <TitledCard
          key={cause}
          id={`cause-${cause.replaceAll(" ", "-")}`}
          title={titles[cause]}
          description={`${count.toLocaleString("en")} of ${deliveries.toLocaleString("en")} deliveries`}
        >
          <ul className="divide-y divide-line">
            {says.map((one) => (
              <li
                key={`${one.says} ${one.remedy}`}
                className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 px-4 py-3 text-sm sm:grid-cols-[3rem_minmax(0,1fr)_auto]"
              >
                <span className="text-right font-semibold tabular-nums">
                  {one.count.toLocaleString("en")}
                </span>
                <div className="min-w-0 space-y-1">
                  <p className="font-medium">{one.says}</p>
                  <p className="text-ink-muted">{one.remedy}</p>
                  {one.reasons.slice(0, mostDetails).map((reason) => (
                    <ReasonDetails
                      key={`${reason.code} ${reason.description}`}
                      {...reason}
                      className="-ml-1"
                    />
                  ))}
                </div>
                <span className="max-sm:col-start-2 max-sm:-ml-2">
                  <LinkButton
                    size="sm"
                    variant="ghost"
                    href={paths.message(one.reasons[0]?.transid ?? "")}
                  >
                    Latest message
                  </LinkButton>
                </span>
              </li>
            ))}
          </ul>
        </TitledCard>
      ))}
    </div>
  );
}
