import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({
  extend: {
    classGroups: { "font-size": [{ text: ["2xs"] }], shadow: [{ shadow: ["low", "mid", "high"] }] },
  },
});

/** Joins class names; of two that set the same thing the later one stays. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
