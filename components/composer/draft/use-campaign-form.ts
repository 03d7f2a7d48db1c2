"use client";

import { useCallback, useEffect, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { announceMerge } from "@/components/editor/announce-merge";
import type { DocumentStore } from "@/components/editor/document-store";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { useReach } from "@/components/editor/reach/reach-state";
import { useSharedWriting } from "@/components/editor/content/shared-state";
import type { CampaignContent } from "./campaign-kind";
import type { Version } from "@/components/editor/examined/version";

/** Binds the fields of the composer to its document: what is typed goes into the document, and what takes the place of its content into the fields. */
export function useCampaignForm(store: DocumentStore<CampaignContent>) {
  const form = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { adopt: adoptShared, latest: latestShared } = useSharedWriting();
  const { reach, change: changeReach } = useReach();
  const latestReach = useRef(reach);
  const show = useCallback(
    (version: Version) => {
      form.reset(version.request as never, { keepTouched: true, keepDefaultValues: true });
      adoptShared(version.shared);
      latestReach.current = version.reach;
      changeReach(version.reach);
    },
    [form, adoptShared, changeReach],
  );
  /** A content as the document has it: with the name and the nonce. */
  const contentOf = useCallback(
    (version: Version): CampaignContent => {
      const { attempt, name } = store.get().content;
      return { ...version, attempt, name };
    },
    [store],
  );
  /** What the fields hold at this moment. */
  const read = useCallback(
    // The form changes its values in place.
    () => contentOf({ request: structuredClone(form.getValues()), shared: latestShared(), reach: latestReach.current }),
    [contentOf, form, latestShared],
  );
  useEffect(() => store.bind({ read, show, announce: announceMerge }), [read, show, store]);
  const onVersion = useCallback(
    (version: Version) => {
      latestReach.current = version.reach;
      store.do({ kind: "edit", content: contentOf(version) });
    },
    [contentOf, store],
  );
  /** One step of the history. */
  const change = useCallback(
    (from: Version, next: Version) => store.do({ kind: "adopt", from: contentOf(structuredClone(from)), content: contentOf(next) }),
    [contentOf, store],
  );
  return { show, read, onVersion, change };
}
