import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";

interface ConflictBannerProps {
  /** Who was faster. */
  by: string;
  /** When, ISO 8601; null where the time is not recorded. */
  at: string | null;
  /** Which version stays; what is most likely wanted is marked. */
  choices: readonly { label: string; onChoose: () => void; isLikely?: boolean }[];
  children: ReactNode;
}

/**
 * Another writer was faster: says who and when, and asks which version stays. The same in every
 * editor and form.
 */
export function ConflictBanner({ by, at, choices, children }: ConflictBannerProps) {
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
      actions={choices.map(({ label, onChoose, isLikely }) => (
        <Button
          key={label}
          size="sm"
          variant={isLikely ? "primary" : "secondary"}
          onClick={onChoose}
        >
          {label}
        </Button>
      ))}
    >
      {children}
    </Banner>
  );
}
