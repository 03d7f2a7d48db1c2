"use client";

import { ErrorView } from "@/components/shell/error-view";
import { TooltipProvider } from "@/components/ui/overlay/tooltip";
import "./globals.css";

// oxlint-disable-next-line import/no-default-export -- Next asks for it
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Clarion</title>
        <main className="grid min-h-dvh place-items-center">
          {/* Other pages have the one of the shell. */}
          <TooltipProvider>
            <ErrorView error={error} onRetry={retry} />
          </TooltipProvider>
        </main>
      </body>
    </html>
  );
}
