import { Banner } from "@/components/ui/banner";
import { sentence } from "@/components/ui/sentence";
import type { Finding } from "@/lib/findings/findings";

/** What is odd about what waits for an approval. Nothing where nothing is. */
export function ApprovalWarnings({
  warnings,
}: {
  warnings: readonly Pick<Finding, "pointer" | "rule" | "label" | "headline">[];
}) {
  if (warnings.length === 0) return null;
  return (
    <Banner
      kind="warning"
      title={warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`}
    >
      <ul className="space-y-1">
        {warnings.map(({ pointer, rule, label, headline }) => (
          <li key={`${rule} ${pointer} ${headline}`} className="foreign">
            {label}: {sentence(headline)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
