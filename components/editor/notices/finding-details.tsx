import { Details } from "@/components/ui/details";
import { sentence } from "@/components/ui/sentence";
import { Code } from "@/components/ui/verbatim";
import type { Finding } from "@/lib/findings/findings";
import { rules } from "@/lib/interface/rules";

/**
 * What the service itself says of a finding, folded away: for those who send by program, and for
 * support.
 */
export function FindingDetails({ finding }: { finding: Finding }) {
  if (finding.problems.length === 0) return null;
  return (
    <Details className="open:basis-full">
      <ul className="space-y-1.5">
        {finding.problems.map(({ rule, pointer, code, message }) => (
          <li key={`${rule} ${pointer}`}>
            <span className="foreign block">{sentence(message)}</span>
            <span className="block">{rules[rule].explanation}</span>
            <span className="block">
              <Code className="break-all">
                {code} · {pointer || "/"}
              </Code>{" "}
              · {rules[rule].clause}
            </span>
          </li>
        ))}
      </ul>
    </Details>
  );
}
