import { Code } from "@/components/ui/verbatim";
/** A sentence in which words between backticks are code. */
export function Prose({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence never change places
      <Code key={index}>{part}</Code>
    ),
  );
}
