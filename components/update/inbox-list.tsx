import { ChevronRight } from "lucide-react";
import { Badge, StatePill, type Tone } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, Verbatim } from "@/components/ui/verbatim";
import type { InboxRow } from "@/lib/results/list-inbox";
import { HttpPart } from "./http-part";

type Signatures = InboxRow["signatures"];

const verdicts: Record<Signatures["hub"], { word: string; why: string }> = {
  valid: { word: "valid", why: "it is right by a secret of this service" },
  invalid: { word: "not valid", why: "no secret of this service makes it" },
  absent: {
    word: "missing",
    why: "a service signs updates to its notify URL once it has a signing secret",
  },
  unchecked: { word: "not checked", why: "this service has no signing secret to check it with" },
};

/** Both in a word: none is called valid that is alone. */
function inShort({ standard, hub }: Signatures): { label: string; tone: Tone } {
  const both = [standard, hub];
  if (both.includes("invalid")) return { label: "Signature not valid", tone: "red" };
  if (both.every((one) => one === "valid")) return { label: "Signatures valid", tone: "green" };
  if (both.includes("valid")) return { label: "One signature missing", tone: "amber" };
  return both.includes("unchecked")
    ? { label: "Not checked", tone: "neutral" }
    : { label: "Not signed", tone: "neutral" };
}

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

function Arrived({
  row: { at, about, outside, signatures, headers, body, masked },
}: {
  row: InboxRow;
}) {
  const { label, tone } = inShort(signatures);
  return (
    <details className="@container group">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-hover">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        <Badge tone={about ? tones[about.status] : "neutral"}>
          {about ? about.status : "No update"}
        </Badge>
        {about && about.destination !== "" && (
          <Verbatim className="min-w-0 truncate">{about.destination}</Verbatim>
        )}
        {outside && <span className="text-xs text-ink-muted">from outside</span>}
        <span className="ml-auto flex items-center gap-3 text-xs text-ink-muted">
          <StatePill tone={tone}>{label}</StatePill>
          <RelativeTime at={at} />
        </span>
      </summary>
      <div className="space-y-3 px-4 pt-1 pb-4">
        <ul aria-label="Signatures" className="space-y-0.5 text-xs text-ink-muted">
          <Signature name="webhook-signature" verdict={signatures.standard} />
          <Signature name="x-hub-signature" verdict={signatures.hub} />
        </ul>
        <HttpPart title="Request" headers={headers} body={body} masked={masked}>
          {masked
            ? "Push IDs, callback data and replies are hidden from you: an admin can read them."
            : undefined}
        </HttpPart>
      </div>
    </details>
  );
}

function Signature({ name, verdict }: { name: string; verdict: Signatures["hub"] }) {
  const { word, why } = verdicts[verdict];
  return (
    <li>
      <Code>{name}</Code> is {word}: {why}
      {verdict === "invalid" &&
        name === "webhook-signature" &&
        ", or it is older than five minutes"}
      .
    </li>
  );
}
