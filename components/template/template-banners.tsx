import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";

/** Says that the draft or a version which is stored cannot be read. */
export function UnreadableBanner({ sentence }: { sentence: string }) {
  return (
    <Banner kind="danger" className="mb-5" title="A part of this template cannot be read">
      {sentence}
    </Banner>
  );
}

/** What of a template can become too large, a sentence each. */
export function WorstBanner({ worst, actions }: { worst: readonly string[]; actions?: ReactNode }) {
  return (
    <Banner kind="danger" title="May exceed the size limit" actions={actions}>
      <ul className="space-y-1">
        {worst.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Banner>
  );
}
