"use client";

import { createContext, use } from "react";
import type { ComposerTemplate } from "@/lib/compose/template-of";

const TemplatesContext = createContext<readonly ComposerTemplate[]>([]);
export const TemplatesProvider = TemplatesContext.Provider;

/** The templates that may be chosen from, of all apps. */
export function useTemplates(): readonly ComposerTemplate[] {
  return use(TemplatesContext);
}
