import { Banner } from "@/components/ui/banner";

/** Says that the draft which is stored cannot be read. */
export function UnreadableBanner({ sentence }: { sentence: string }) {
  return (
    <Banner kind="danger" className="mb-5" title="The draft cannot be read">
      {sentence}
    </Banner>
  );
}
