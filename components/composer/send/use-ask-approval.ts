"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMessageDocument } from "@/components/editor/content-context";
import { useTemplates } from "@/components/editor/content/templates";
import { useReach } from "@/components/editor/reach/reach-state";
import { useSameService } from "@/components/shell/same-service";
import { bodyOf } from "@/lib/compose/assemble";
import { templateOf } from "@/lib/compose/template-of";
import { noAnswerTryAgain } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";
import type { DraftState } from "../draft/use-campaign-draft";

/**
 * Asks a second person to approve what is composed, to be sent as soon as it is, and leads to the
 * page where it waits. `listRevision` is of the list whose recipients were counted.
 */
export function useAskApproval({ askApproval }: Pick<DraftState, "askApproval">) {
  const document = useMessageDocument();
  const { reach } = useReach();
  const templates = useTemplates();
  const router = useRouter();
  const sameService = useSameService();
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const run = async (listRevision: number | null) => {
    setBusy(true);
    setRefused(undefined);
    const { request } = document.get().content;
    try {
      const templateVersion = templateOf(templates, request)?.version;
      const answer = await askApproval({
        request: bodyOf(request),
        reach,
        templateVersion,
        listRevision,
        note,
      });
      if (answer.ok) return router.push(sameService(paths.campaign(answer.value.campaignId)));
      setRefused(answer.message);
      // What was published meanwhile is shown, so that it can be looked at.
      if (answer.outdated) router.refresh();
    } catch {
      setRefused(noAnswerTryAgain);
    }
    setBusy(false);
    return undefined;
  };
  return { note, setNote, busy, refused, run, forget: () => setRefused(undefined) };
}
