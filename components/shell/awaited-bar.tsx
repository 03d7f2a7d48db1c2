"use client";

import { useLinkStatus } from "next/link";
import { createPortal } from "react-dom";

/**
 * Inside a link: a bar along the top of the window while the page that was asked for has not come.
 * Details have no loading page, which would answer 200 for what is not there. A page that comes at
 * once shows no bar.
 */
export function AwaitedBar() {
  const { pending } = useLinkStatus();
  // Out of the link, whose ancestors may be what `fixed` is relative to.
  return pending && createPortal(<span aria-hidden className={bar} />, document.body);
}

const bar =
  "pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 origin-left animate-await bg-accent rtl:origin-right print:hidden";
