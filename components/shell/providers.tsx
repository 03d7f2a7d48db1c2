"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { Toaster } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";

/** What every page stands on: the theme, tooltips, notices. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    // The browser hides a nonce from scripts, so that the two sides would seem to differ.
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      nonce={typeof window === "undefined" ? nonce : ""}
    >
      <TooltipProvider>
        {children}
        <Toaster />
      </TooltipProvider>
    </ThemeProvider>
  );
}
