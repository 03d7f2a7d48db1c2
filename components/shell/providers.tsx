"use client";

import { atServer } from "@/components/ui/at-server";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";

/** What every page stands on, the signed-out ones too: the theme. What the others want besides is in the shell. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    // The browser hides a nonce from scripts, so that the two sides would seem to differ.
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={atServer ? nonce : ""}>
      {children}
    </ThemeProvider>
  );
}
