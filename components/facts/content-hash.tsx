"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { Tooltip } from "@/components/ui/overlay/tooltip";
import { Code } from "@/components/ui/verbatim";

const shownDigits = 12;

/** A message's content hash, the beginning of it in sight and all of it to copy. */
export function ContentHash({ hash }: { hash: string }) {
  return (
    <>
      <Tooltip content="SHA-256 of the content sent to devices, without recipients and IDs. If the composer and the message's page show the same hash, the accepted message is the previewed one.">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what its tooltip says
            is for the keyboard, too */}
        <Code tabIndex={0} className="rounded-sm">
          {hash.slice(0, shownDigits)}
        </Code>
      </Tooltip>
      <CopyButton text={hash} what="content hash" />
    </>
  );
}
