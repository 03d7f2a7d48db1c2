import { Verbatim } from "@/components/ui/verbatim";

/** The rule in words, as it is typed. */
export function RuleWords({ words }: { words: string | undefined }) {
  return (
    <p className="text-base text-pretty">
      {words === undefined ? (
        <span className="text-ink-faint">Here you read the rule in words.</span>
      ) : (
        <Verbatim>{words}</Verbatim>
      )}
    </p>
  );
}
