import { Banner } from "@/components/ui/banner";

/** What of a template can become too large, a sentence each. */
export function WorstBanner({ worst }: { worst: readonly string[] }) {
  return (
    <Banner kind="danger" title="May exceed the size limit">
      <ul className="space-y-1">
        {worst.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Banner>
  );
}
