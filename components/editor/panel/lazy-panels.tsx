"use client";

import dynamic from "next/dynamic";
import type { ComponentType } from "react";

// Their code comes when one of them is opened: most messages are written without.

/** The JSON of a request, as `RequestPanel` shows and edits it. */
export const RequestPanel = dynamic(() => orNotLoaded(async () => (await import("./code-panels")).RequestPanel), {
  ssr: false,
  loading: Loading,
});

/** The request by a program, as `CodePanel` shows it. */
export const CodePanel = dynamic(() => orNotLoaded(async () => (await import("./code-panels")).CodePanel), {
  ssr: false,
  loading: Loading,
});

/** Without a connection the editor stays as it is. */
async function orNotLoaded<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  return load().catch(() => NotLoaded);
}

function Loading() {
  return <div aria-busy />;
}

function NotLoaded() {
  return <p className="text-sm text-ink-muted">This could not be loaded. Check the connection, then load the page again.</p>;
}
