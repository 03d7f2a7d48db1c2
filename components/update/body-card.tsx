import { PaddedCard } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { laidOut } from "./http-part";

/** The text that is sent, laid out for reading. */
export function BodyCard({ body, masked }: { body: string; masked: boolean }) {
  return (
    <PaddedCard
      id="body-title"
      title="What is sent"
      description={
        masked
          ? "Push IDs, callback data and replies are hidden from you: an admin can read them."
          : "The same text at every attempt"
      }
      actions={!masked && <CopyButton text={body} what="what is sent" />}
    >
      <JsonView
        label="What is sent"
        text={laidOut(body)}
        className="max-h-96 rounded-md border border-line break-all whitespace-pre-wrap"
      />
    </PaddedCard>
  );
}
