import { Badge } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, verbatim } from "@/components/ui/verbatim";
import { exchangeDays } from "@/lib/describe/update-exchange";
import { updateFailure } from "@/lib/describe/update-failure";
import type { UpdateAttemptRow, UpdateDetail } from "@/lib/results/read-update";
import { ExchangeView } from "./exchange-view";
import { FailureText } from "./failure-text";

/** The calls of the receiver, newest first, each failure in plain words. */
export function AttemptsCard({ update }: { update: UpdateDetail }) {
  const { tries, lastError, lastStatus, state } = update;
  // What was never called has no attempt that could say why.
  const failure = tries.length === 0 ? updateFailure(lastStatus, lastError) : undefined;
  return (
    <TitledCard
      id="attempts-title"
      title="Attempts"
      description="All attempts, including earlier sends"
    >
      {tries.length === 0 ? (
        <div className="px-4 py-6">
          {failure ? (
            <>
              <p className="font-medium">{failure.headline}</p>
              <FailureText failure={failure} />
            </>
          ) : (
            <p className="text-center text-ink-muted">
              {state === "waiting" ? "It was not sent yet." : "No attempts stored."}
            </p>
          )}
        </div>
      ) : (
        <ol className="divide-y divide-line">
          {tries.map((one, index) => (
            <Attempt key={one.id} attempt={one} newer={tries[index - 1]} update={update} />
          ))}
        </ol>
      )}
    </TitledCard>
  );
}

interface AttemptProps {
  attempt: UpdateAttemptRow;
  /** The attempt that is shown above it. */
  newer: UpdateAttemptRow | undefined;
  update: UpdateDetail;
}

function Attempt({ attempt, newer, update: { body, masked } }: AttemptProps) {
  const { at, durationMs, status, error, exchange, isOld } = attempt;
  const failure = updateFailure(status, error);
  // What to do is said once where it went wrong in the same way again and again.
  const isSaid =
    newer !== undefined &&
    JSON.stringify(updateFailure(newer.status, newer.error)) === JSON.stringify(failure);
  return (
    <li className="@container px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={failure ? "red" : "green"}>{failure ? failure.headline : "Accepted"}</Badge>
        {status !== null && <Code className="text-xs">{status}</Code>}
        <span className="text-xs text-ink-muted tabular-nums">
          {durationMs.toLocaleString("en")} ms
        </span>
        <span className="ml-auto text-xs text-ink-muted">
          <RelativeTime at={at} />
        </span>
      </div>
      {failure && !isSaid && (
        <div className="mt-1.5">
          <FailureText failure={failure} />
        </div>
      )}
      {(exchange ?? error) !== null && (
        <details className="mt-1.5 text-xs">
          <summary className="w-fit cursor-pointer text-ink-muted">
            {exchange ? "Request and response" : "Details"}
          </summary>
          {exchange ? (
            <ExchangeView
              exchange={exchange}
              status={status}
              error={error}
              body={body}
              masked={masked}
            />
          ) : (
            <p {...verbatim} className="code foreign mt-1 break-words text-ink-faint">
              {error}
            </p>
          )}
        </details>
      )}
      {exchange === null && isOld && (
        <p className="mt-1.5 text-xs text-ink-muted">
          Requests and responses are stored for {exchangeDays} days.
        </p>
      )}
    </li>
  );
}
