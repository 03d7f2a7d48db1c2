"use client";

import { useEffect } from "react";
import { versionOf } from "@/lib/compose/newest";
import { draftIn } from "../compose-address";
import type { DraftStore } from "./draft-store";

/**
 * Asks before the page is left with something that only this tab has, keeps the last words of it, and leaves the next page word of a draft that its address does
 * not name.
 *
 * @param keep keeps what is not saved, in this tab, and answers the id of the draft's campaign; null as long as the server does not have it
 */
export function useLeaving(store: DraftStore, isUnsaved: () => boolean, keep: () => string | null): void {
  useEffect(() => {
    let leftFrom: { draft: string | undefined } | undefined;
    const leaving = (event: BeforeUnloadEvent) => {
      leftFrom = { draft: draftIn(window.location.search) };
      // A reload brings back what this tab keeps, closing it does not, and nobody says which it is.
      if (isUnsaved()) event.preventDefault();
    };
    const left = () => {
      const version = versionOf(keep());
      // The first save was answered while the address of before was being loaded again: that page would find nothing of it.
      if (version && leftFrom && leftFrom.draft === undefined) store.leave(version);
    };
    window.addEventListener("beforeunload", leaving);
    window.addEventListener("pagehide", left);
    return () => {
      window.removeEventListener("beforeunload", leaving);
      window.removeEventListener("pagehide", left);
    };
  }, [store, isUnsaved, keep]);
}
