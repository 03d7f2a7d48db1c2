"use client";

import { useStanding } from "@/components/editor/examined/examined";
import { Banner } from "@/components/ui/banner";
import { sentence } from "@/components/ui/sentence";

const mostListed = 3;

/** What is odd about a message that can be sent, said once more before it goes. */
export function WarningNews() {
  // Warnings about recipients are shown next to this banner.
  const warnings = useStanding().warnings.filter(({ pointer }) => pointer !== "/destination");
  if (warnings.length === 0) return null;
  const rest = warnings.length - mostListed;
  return (
    <Banner
      kind="warning"
      title={warnings.length === 1 ? "One warning" : `${warnings.length} warnings`}
    >
      <ul className="space-y-1">
        {warnings.slice(0, mostListed).map(({ pointer, rule, label, headline }) => (
          <li key={`${rule} ${pointer} ${headline}`} className="foreign">
            {label}: {sentence(headline)}
          </li>
        ))}
        {rest > 0 && <li>and {rest} more under Checks</li>}
      </ul>
    </Banner>
  );
}
