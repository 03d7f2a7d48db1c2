import { ArrowRight } from "lucide-react";
import { LinkButton } from "@/components/shell/link-button";
import { Card } from "@/components/ui/card";
import { paths } from "@/lib/inputs/paths";

/**
 * The way from looking around to an app of one's own.
 *
 * @param done steps that are done, and all of them; undefined in the sandbox, where none is
 */
export function OwnAppCard({ done }: { done?: { steps: number; of: number } | undefined }) {
  return (
    <Card
      aria-labelledby="own-app-card"
      className="flex flex-wrap items-center justify-between gap-3 px-4 py-3"
    >
      <div className="min-w-0">
        <h2 id="own-app-card" className="text-base font-semibold tracking-tight">
          Send to your own app
        </h2>
        <p className="text-sm text-ink-muted">
          {done && done.steps > 1
            ? `${done.steps} of ${done.of} steps are done.`
            : "Service, app, provider, first device, first message: step by step."}
        </p>
      </div>
      <LinkButton size="sm" href={paths.start()}>
        Show the steps
        <ArrowRight aria-hidden />
      </LinkButton>
    </Card>
  );
}
