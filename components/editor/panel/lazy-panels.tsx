"use client";

import type { ComponentProps } from "react";
import { Later, later } from "@/components/ui/browser/later";
import type * as CodePanels from "./code-panels";

type Panels = typeof CodePanels;

/** Their code comes when one of them is opened: most messages are written without. */
const panels = later<Panels>(() => import("./code-panels"));

const lazily = {
  part: panels,
  waiting: <div aria-busy />,
  notLoaded: (
    <p role="alert" className="text-sm text-ink-muted">
      This could not be loaded. Check the connection, then open it again.
    </p>
  ),
};

/** The JSON of a request, as `RequestPanel` of `code-panels` shows and edits it. */
export function RequestPanel(props: ComponentProps<Panels["RequestPanel"]>) {
  return <Later {...lazily}>{(code) => <code.RequestPanel {...props} />}</Later>;
}

/** The request by a program, as `CodePanel` of `code-panels` shows it. */
export function CodePanel(props: ComponentProps<Panels["CodePanel"]>) {
  return <Later {...lazily}>{(code) => <code.CodePanel {...props} />}</Later>;
}
