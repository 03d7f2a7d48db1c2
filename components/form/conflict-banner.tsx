import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Conflict } from "@/lib/inputs/answer";

interface ConflictBannerProps {
  conflict: Conflict;
  onLoad: () => void;
  onSave: () => void;
}

/** Another writer was faster: says who and when, and asks which version stays. */
export function ConflictBanner({ conflict: { by, at }, onLoad, onSave }: ConflictBannerProps) {
  return (
    <Banner
      kind="warning"
      announce
      className="w-full"
      title={
        <>
          {by} changed this while you were editing
          {at !== null && (
            <>
              , <RelativeTime at={at} />
            </>
          )}
        </>
      }
      actions={
        <>
          <Button size="sm" onClick={onLoad}>
            Load their version
          </Button>
          <Button size="sm" onClick={onSave}>
            Save mine over it
          </Button>
        </>
      }
    >
      Your changes aren’t saved yet. Either way, fields that you did not change keep their values.
    </Banner>
  );
}
