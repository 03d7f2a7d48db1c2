"use client";

import { CloudOff } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Code } from "@/components/ui/verbatim";
import {
  askVersion,
  loadAgain,
  sayNearer,
  useOtherVersion,
} from "@/components/version/page-version";
import { updated } from "@/lib/inputs/answer";

/**
 * A page that could not be shown: what to do, and the number under which the log has the cause.
 * Never the cause itself.
 */
export function ErrorView({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOther = useOtherVersion();
  // Code of another version is gone from the server.
  useEffect(() => void askVersion(), []);
  if (isOther) return <OtherVersion />;
  const digest =
    error instanceof Error && "digest" in error && typeof error.digest === "string"
      ? error.digest
      : undefined;
  return (
    <div role="alert">
      <EmptyState
        picture={<CloudOff />}
        title="This page could not be loaded"
        action={
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <p>
          What was saved is still there. Campaigns and templates are saved as you write: look for
          yours among the drafts. Fields of other forms have to be filled in again.
        </p>
        {digest && (
          <p className="mt-3 inline-flex items-center gap-1 text-xs text-ink-faint">
            In the log under <Code className="text-ink-muted select-all">{digest}</Code>
            <CopyButton text={digest} what="error number" />
          </p>
        )}
      </EmptyState>
    </div>
  );
}

function OtherVersion() {
  useEffect(sayNearer, []);
  return (
    <div role="alert">
      <EmptyState
        picture={<CloudOff />}
        title={updated}
        action={
          <Button variant="primary" onClick={loadAgain}>
            Load again
          </Button>
        }
      >
        <p>
          This page is of another version. Load it again to go on. What was saved is still there.
        </p>
      </EmptyState>
    </div>
  );
}
