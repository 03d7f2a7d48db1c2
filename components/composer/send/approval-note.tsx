import { ShieldCheck } from "lucide-react";
import { LabelledTextarea } from "@/components/ui/field";
import { mostNote } from "@/lib/inputs/approval";

/** What is said to who approves it. */
export function ApprovalNote({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  return (
    <div className="space-y-3">
      <p className="flex gap-2 text-sm text-ink-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
        Another member has to approve this first. Nothing is sent until then, and any change voids
        the approval.
      </p>
      <LabelledTextarea
        label="Note for the approver"
        optional
        maxLength={mostNote}
        value={note}
        onChange={(event) => onNote(event.target.value)}
      />
    </div>
  );
}
