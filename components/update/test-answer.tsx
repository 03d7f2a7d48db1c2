import { CircleAlert, CircleCheck } from "lucide-react";
import { JsonView } from "@/components/ui/json-view";
import { Code } from "@/components/ui/verbatim";
import { updateFailure } from "@/lib/describe/update-failure";
import type { TestAnswer } from "@/lib/updates/send-test";
import { FailureText } from "./failure-text";
import { laidOut } from "./http-part";

/** What a receiver said to a test update, in plain words, and the text that it was sent. */
export function TestAnswerView({ answer }: { answer: TestAnswer }) {
  const { isAccepted, status, reason, durationMs, url, body } = answer;
  const failure = updateFailure(status, reason);
  const Icon = isAccepted ? CircleCheck : CircleAlert;
  return (
    <section
      aria-live="polite"
      aria-label="Answer"
      className="mt-5 space-y-3 rounded-lg border border-line bg-sunken p-3 text-sm"
    >
      <div className="flex items-start gap-2">
        <Icon
          aria-hidden
          className={`mt-0.5 size-4 shrink-0 ${isAccepted ? "text-green-solid" : "text-red-fg"}`}
        />
        <div className="min-w-0 space-y-1">
          <p className="font-medium">
            {isAccepted ? "Accepted" : (failure?.headline ?? "Not accepted")}
          </p>
          <p className="foreign break-all text-ink-muted">
            <Code>{url}</Code>{" "}
            {status === null ? (
              "gave no answer"
            ) : (
              <>
                answered <Code>{status}</Code> in {durationMs.toLocaleString("en")} ms
              </>
            )}
          </p>
          {failure && <FailureText failure={failure} />}
        </div>
      </div>
      <details>
        <summary className="cursor-pointer text-xs text-ink-muted">What was sent</summary>
        <JsonView
          label="What was sent"
          text={laidOut(body)}
          className="mt-2 max-h-64 rounded-md border border-line"
        />
      </details>
    </section>
  );
}
