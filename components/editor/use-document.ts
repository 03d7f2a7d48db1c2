"use client";

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { followEvents } from "@/components/ui/browser/event-stream";
import { throttle } from "@/components/ui/browser/throttle";
import { isLoadingAgain } from "@/components/version/page-version";
import type { Document } from "@/lib/editor/document";
import { paths, withQuery } from "@/lib/inputs/paths";
import type { DocumentStore } from "./document-store";

/**
 * A part of a document. The component is drawn again when its JSON changes.
 *
 * @param part one function for as long as the component is there
 */
export function useDocument<C, T>(store: DocumentStore<C>, part: (document: Document<C>) => T): T {
  const [get] = useState(() => store.select(part));
  return useSyncExternalStore(store.subscribe, get, get);
}

const everyMs = 300;

/**
 * Asks the server again whenever something happened to the document, by any user in any tab; never
 * for one that the server does not have yet.
 */
export function useFollowing<C>(store: DocumentStore<C>, serviceId: string): void {
  const id = useDocument(store, (document) => document.id);
  useEffect(() => {
    if (id === null) return undefined;
    const { ask, stop } = throttle(() => store.do({ kind: "changed" }), everyMs);
    const quiet = followEvents(
      withQuery("/live/messages", { service: serviceId, transid: id }),
      { change: ask },
      (state) => {
        if (state === "live") ask();
      },
    );
    return () => {
      quiet();
      stop();
    };
  }, [serviceId, id, store]);
}

/**
 * The life of a document on its page: the line comes back, the focus moves, the page is hidden,
 * left or unloaded. Asks before the tab is closed with something that only this tab has.
 *
 * @param onUnload called after the last words were stored, with the address of before the unload
 */
export function useDocumentLife<C>(
  store: DocumentStore<C>,
  onUnload?: (search: string | undefined) => void,
): void {
  const unloaded = useEffectEvent((search: string | undefined) => onUnload?.(search));
  useEffect(() => {
    store.do({ kind: "enter" });
    let search: string | undefined;
    const online = () => store.do({ kind: "online" });
    const part = () => store.do({ kind: "part" });
    const leaving = (event: BeforeUnloadEvent) => {
      ({ search } = window.location);
      store.do({ kind: "hide" });
      // A reload brings back what this tab stores, closing it does not, and nothing says which it
      // is.
      if (store.isUnsaved && !(store.isStored && isLoadingAgain())) event.preventDefault();
    };
    const hidden = () => {
      store.do({ kind: "hide" });
      unloaded(search);
    };
    window.addEventListener("online", online);
    document.addEventListener("focusin", part);
    window.addEventListener("beforeunload", leaving);
    window.addEventListener("pagehide", hidden);
    return () => {
      window.removeEventListener("online", online);
      document.removeEventListener("focusin", part);
      window.removeEventListener("beforeunload", leaving);
      window.removeEventListener("pagehide", hidden);
      store.do({ kind: "leave" });
    };
  }, [store]);
}

/**
 * Opens the sign-in page in this tab. It leads back to the address of now, which the router may not
 * know: an editor writes the id of its draft there.
 */
export function signInAgain(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(`${paths.signIn({ next: `${pathname}${search}` })}${hash}`);
}
