import { cleanup, configure, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import {
  AppRouterContext,
  type AppRouterInstance,
} from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactNode } from "react";
import { toast } from "sonner";
import { onTestFinished } from "vitest";
import { TooltipProvider } from "./overlay/tooltip";
import { Toaster } from "./toast";

// As with `expect.poll`: a second, as by default, is too short on a machine that is busy.
configure({ asyncUtilTimeout: 30_000 });

const ignore = () => undefined;

/**
 * Draws a part of a page in a document, within what the layout puts around every page; until the
 * test ends. Returns a user who clicks and types, and the addresses that the part navigates to.
 *
 * @param address path and query of the page
 */
export function openPage(part: ReactNode, address = "/") {
  window.history.replaceState(null, "", address);
  const visits: string[] = [];
  const visit = (href: string) => void visits.push(href);
  const router: AppRouterInstance = {
    push: visit,
    replace: visit,
    back: ignore,
    forward: ignore,
    refresh: ignore,
    prefetch: ignore,
    bfcacheId: "",
  };
  const user = userEvent.setup();
  onTestFinished(() => {
    cleanup();
    // The next page would show those that are still on the screen.
    toast.dismiss();
  });
  render(
    <AppRouterContext value={router}>
      <PathnameContext value={window.location.pathname}>
        <SearchParamsContext value={new URLSearchParams(window.location.search)}>
          <TooltipProvider>
            {part}
            <Toaster />
          </TooltipProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
  );
  return { user, visits };
}
