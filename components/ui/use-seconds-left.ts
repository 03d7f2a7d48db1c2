"use client";

import { useEffect, useState } from "react";

const tickMs = 200;

/**
 * The seconds until a point of time, rounded up; 0 afterwards.
 *
 * @param until milliseconds on the clock of `performance.now()`
 */
export function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(secondsTo(until));
      if (performance.now() >= until) clearInterval(timer);
    }, tickMs);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - performance.now()) / 1_000));
}
