import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

export default function MediaLoading() {
  return (
    <Page
      title="Media"
      description="Images for your messages and templates, served by this console."
      wide
    >
      <Card
        aria-busy
        aria-label="Loading images"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-4 p-4"
      >
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <Skeleton key={key} className="aspect-3/2 h-auto w-full rounded-lg" />
        ))}
      </Card>
    </Page>
  );
}
