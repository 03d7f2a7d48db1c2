import { Code } from "@/components/ui/verbatim";
import type { UpdateFailure } from "@/lib/describe/failed-update";

/** What happened, and what to do about it. */
export function FailureText({ failure: { text, remedy, setting } }: { failure: UpdateFailure }) {
  return (
    <div className="foreign text-sm text-ink-muted">
      <p>{text}</p>
      <p className="mt-0.5">
        <span className="font-medium text-ink">What to do: </span>
        {remedy}
        {setting && (
          <>
            {" "}
            The setting is <Code>{setting.name}</Code>
            {setting.add !== undefined && (
              <>
                ; add <Code>{setting.add}</Code>
              </>
            )}
            .
          </>
        )}
      </p>
    </div>
  );
}
