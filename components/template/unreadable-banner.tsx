import { Banner } from "@/components/ui/banner";

/** Says that the draft or a version which is stored cannot be read. */
export function UnreadableBanner({ sentence }: { sentence: string }) {
  return (
    <Banner kind="danger" className="mb-5" title="A part of this template cannot be read">
      {sentence}
    </Banner>
  );
}
