import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";

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
