"use client";

import { useEffect } from "react";
import { versionOf } from "@/lib/compose/newest";
import { draftIn } from "../compose-address";
import type { DraftStore } from "./draft-store";

/** Asks before the page is left with something that only this tab has, and leaves the next page word of a draft that its address does not name. */
export function useLeaving(store: DraftStore, idOf: () => string | null, isUnsaved: () => boolean): void {
  useEffect(() => {
    let leftFrom: { draft: string | undefined } | undefined;
    const leaving = (event: BeforeUnloadEvent) => {
      leftFrom = { draft: draftIn(window.location.search) };
      // A reload brings back what this tab keeps, closing it does not, and nobody says which it is.
      if (isUnsaved()) event.preventDefault();
    };
    const left = () => {
      // The first save was answered while the address of before was being loaded again: that page would find nothing of it.
      const version = versionOf(idOf());
      if (version && leftFrom && leftFrom.draft === undefined) store.leave(version);
    };
    window.addEventListener("beforeunload", leaving);
    window.addEventListener("pagehide", left);
    return () => {
      window.removeEventListener("beforeunload", leaving);
      window.removeEventListener("pagehide", left);
    };
  }, [store, idOf, isUnsaved]);
}
