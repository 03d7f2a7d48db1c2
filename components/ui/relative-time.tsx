"use client";

import { useContext } from "react";
import { RenderedAt, useNow } from "./browser/clock";
import { cn } from "./cn";
import { Tooltip } from "./overlay/tooltip";
import { absoluteText, clockText, momentText, relativeText } from "./time-text";

interface RelativeTimeProps {
  /** ISO 8601 with zone. */
  at: string;
  /**
   * "relative": 12 min. ago; "clock": 22:41:07; "moment": Nov 24, 22:41. The full date and zone are
   * on hover and focus either way.
   */
  show?: "relative" | "clock" | "moment";
  /**
   * False inside a row that is itself a link, where a further stop for the keyboard would be a
   * nuisance.
   */
  focusable?: boolean;
  className?: string;
}

const texts = {
  relative: relativeText,
  clock: (at: number, _: number, timeZone?: string) => clockText(at, timeZone),
  moment: momentText,
};

/** A moment, in the reader's words and zone. */
export function RelativeTime({
  at,
  show = "relative",
  focusable = true,
  className,
}: RelativeTimeProps) {
  const now = useNow();
  const moment = Date.parse(at);
  const renderedAt = useContext(RenderedAt);
  // The server does not know the reader's zone: until the browser takes over, the moment is given
  // in UTC. It takes the room that it will have, so that nothing moves away from under the pointer.
  const text =
    now === undefined ? texts[show](moment, renderedAt, "UTC") : texts[show](moment, now);
  const full = now === undefined ? absoluteText(moment, "UTC") : absoluteText(moment);
  return (
    <Tooltip content={full}>
      <time
        dateTime={at}
        {...(focusable ? { tabIndex: 0 } : {})}
        className={cn(
          "rounded-sm whitespace-nowrap tabular-nums",
          now === undefined && "invisible",
          className,
        )}
      >
        {text}
      </time>
    </Tooltip>
  );
}
