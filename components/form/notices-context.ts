"use client";

import { createContext, use } from "react";
import type { Notice } from "@/components/ui/notice";

const none: readonly Notice[] = [];

const NoticesContext = createContext<((path: string) => readonly Notice[]) | undefined>(undefined);
/**
 * Returns the notices at the field of a path, for forms that are judged as a whole and not by the
 * schema of their fields.
 */
export const NoticesProvider = NoticesContext.Provider;

/** The notices at the field of a path. */
export function useNotices(path: string): readonly Notice[] {
  return use(NoticesContext)?.(path) ?? none;
}
