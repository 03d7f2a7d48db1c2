import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { updateFailure } from "@/lib/describe/update-failure";
import type { UpdateAttemptRow, UpdateDetail } from "@/lib/results/read-update";
import { FailureText } from "./failure-text";

/** The calls of the receiver, newest first, each failure in plain words. */
export function AttemptsCard({ update: { tries, lastError, lastStatus, state } }: { update: UpdateDetail }) {
  // What was never called has no attempt that could say why.
  const failure = tries.length === 0 ? updateFailure(lastStatus, lastError) : undefined;
  return (
    <Card aria-labelledby="attempts-title">
      <CardHeader id="attempts-title" title="Attempts" description="Those from before it was sent again, too" />
      {tries.length === 0 ? (
        <div className="px-4 py-6">
          {failure ? (
            <>
              <p className="font-medium">{failure.headline}</p>
              <FailureText failure={failure} />
            </>
          ) : (
            <p className="text-center text-ink-muted">{state === "waiting" ? "It was not sent yet." : "No attempts are kept."}</p>
          )}
        </div>
      ) : (
        <ol className="divide-y divide-line">
          {tries.map((one) => (
            <Attempt key={one.id} attempt={one} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Attempt({ attempt: { at, durationMs, status, error } }: { attempt: UpdateAttemptRow }) {
  const failure = updateFailure(status, error);
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={failure ? "red" : "green"}>{failure ? failure.headline : "Taken"}</Badge>
        {status !== null && <span className="code text-xs">{status}</span>}
        <span className="text-xs text-ink-muted tabular-nums">{durationMs.toLocaleString("en")} ms</span>
        <span className="ml-auto text-xs text-ink-muted">
          <RelativeTime at={at} />
        </span>
      </div>
      {failure && (
        <div className="mt-1.5">
          <FailureText failure={failure} />
          {error !== null && (
            <details className="mt-1 text-xs text-ink-faint">
              <summary className="cursor-pointer">Details</summary>
              <p className="code foreign mt-1 break-words">{error}</p>
            </details>
          )}
        </div>
      )}
    </li>
  );
}
