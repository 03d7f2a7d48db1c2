import { ChevronRight } from "lucide-react";
import { Badge, StatePill, type Tone } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { InboxRow } from "@/lib/results/list-inbox";
import { HttpPart } from "./http-part";

const signatures: Record<InboxRow["signature"], { label: string; tone: Tone; meaning: string }> = {
  valid: { label: "Signature valid", tone: "green", meaning: "Both signatures are right by a secret of this service." },
  invalid: {
    label: "Signature not valid",
    tone: "red",
    meaning: "No secret of this service makes this signature, or it is older than five minutes.",
  },
  absent: {
    label: "Not signed",
    tone: "neutral",
    meaning: "It has no signature. A service signs what goes to its notify URL once it has a signing secret.",
  },
  unchecked: { label: "Not checked", tone: "neutral", meaning: "This service has no signing secret to check it with." },
};

const tones: Record<NonNullable<InboxRow["about"]>["status"], Tone> = {
  Submitted: "neutral",
  Delivered: "blue",
  Read: "green",
  Failed: "red",
};

/** What arrived at an inbox, newest first; each opens into its headers and its body. */
export function InboxList({ rows }: { rows: readonly InboxRow[] }) {
  return (
    <ol className="divide-y divide-line" aria-label="Updates that arrived">
      {rows.map((row) => (
        <li key={row.id}>
          <Arrived row={row} />
        </li>
      ))}
    </ol>
  );
}

function Arrived({ row: { at, about, outside, signature, headers, body, masked } }: { row: InboxRow }) {
  const { label, tone, meaning } = signatures[signature];
  return (
    <details className="@container group">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-hover">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        <Badge tone={about ? tones[about.status] : "neutral"}>{about ? about.status : "No update"}</Badge>
        {about && about.destination !== "" && <span className="foreign min-w-0 truncate">{about.destination}</span>}
        {outside && <span className="text-xs text-ink-muted">from outside</span>}
        <span className="ml-auto flex items-center gap-3 text-xs text-ink-muted">
          <span title={meaning}>
            <StatePill tone={tone}>{label}</StatePill>
          </span>
          <RelativeTime at={at} />
        </span>
      </summary>
      <div className="px-4 pt-1 pb-4">
        <HttpPart title="Request" headers={headers} body={body} masked={masked}>
          {masked ? "Push IDs, callback data and replies are hidden from you: an admin can read them." : undefined}
        </HttpPart>
      </div>
    </details>
  );
}
