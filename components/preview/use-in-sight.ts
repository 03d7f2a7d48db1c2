"use client";

import { useEffect, useState, type RefObject } from "react";

type SightCallback = (inSight: boolean) => void;

const callbacks = new Map<Element, SightCallback>();
/** One for all: who is near enough to the window to be worth drawing. */
let observer: IntersectionObserver | undefined;

/** Whether an element is in the window or close to it; true until it was observed. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [inSight, setInSight] = useState(true);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting);
      },
      { rootMargin: "25% 0px" },
    );
    callbacks.set(element, setInSight);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      callbacks.delete(element);
    };
  }, [ref]);
  return inSight;
}
