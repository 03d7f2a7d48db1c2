"use client";

import { ThemeProvider } from "next-themes";
import { useEffect, type ReactNode } from "react";
import { guardHistory } from "@/components/form/unsaved/unsaved";
import { atServer } from "@/components/ui/browser/at-server";
import { RenderedAt } from "@/components/ui/browser/clock";
import { followTranslation } from "./page-translation";

// Before React draws anything.
if (!atServer) followTranslation();

interface ProvidersProps {
  nonce: string;
  /** When the server drew this page, ms UTC. */
  renderedAt: number;
  children: ReactNode;
}

/**
 * What every page stands on, the signed-out ones too: the theme, and the time. What the others want
 * besides is in the shell.
 */
export function Providers({ nonce, renderedAt, children }: ProvidersProps) {
  useEffect(guardHistory, []);
  return (
    // The browser hides a nonce from scripts, so that the two sides would seem to differ.
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      nonce={atServer ? nonce : ""}
    >
      <RenderedAt value={renderedAt}>{children}</RenderedAt>
    </ThemeProvider>
  );
}
