"use client";

import { useState } from "react";
import { bodyOf } from "@/lib/compose/assemble";
import { emptyComposition, type ComposerApp, type Composition } from "@/lib/compose/composition";
import type { DraftState } from "./draft/use-campaign-draft";

/**
 * Returns the sandbox app that an example can be written for: undefined once the message is
 * something that an example would overwrite.
 */
export function useExampleApp(
  initial: Composition,
  apps: readonly ComposerApp[],
  { id, can }: Pick<DraftState, "id" | "can">,
): ComposerApp | undefined {
  const [isEmpty] = useState(() => isUntouched(initial, apps));
  const sandbox = apps.find((one) => one.sandbox && one.appid === initial.request.appid);
  return id === undefined && !can.undo && isEmpty ? sandbox : undefined;
}

/** Whether a composition is what the composer begins with. */
function isUntouched({ request, reach }: Composition, apps: readonly ComposerApp[]): boolean {
  const { appid } = request;
  const empty = emptyComposition(appid, apps.find((app) => app.appid === appid)?.platforms);
  const isTyped = reach.audienceId === null && reach.segment === undefined;
  return isTyped && bodyOf(request) === bodyOf(empty.request);
}
