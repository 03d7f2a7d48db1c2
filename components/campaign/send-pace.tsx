"use client";

import { useEffect, useState } from "react";
import { paceOf, roundPace, timeLeft, withSample, type Sample } from "./pace";

const sampleMs = 2_000;

/** How quickly a campaign is sent, as this page sees it, and how long the rest takes. */
export function SendPace({ done, total }: { done: number; total: number }) {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    const sample = () => setSamples((all) => withSample(all, { at: performance.now(), done }));
    const first = setTimeout(sample);
    const timer = setInterval(sample, sampleMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [done]);
  const pace = paceOf(samples);
  const left = pace === undefined ? undefined : timeLeft(total - done, pace);
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      {done.toLocaleString("en")} of {total.toLocaleString("en")} recipients
      {pace !== undefined && `, ${roundPace(pace).toLocaleString("en")} a minute`}
      {left !== undefined && `, ${left}`}
    </p>
  );
}
