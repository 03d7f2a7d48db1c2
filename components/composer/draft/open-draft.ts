import type { Composition } from "@/lib/compose/composition";
import type { Written } from "@/lib/compose/merge";
import { written } from "@/lib/compose/draft-text";
import { givenName } from "@/lib/compose/name-of";
import type { SavedVersion } from "@/lib/compose/newest";
import type { LocalDraft } from "./draft-store";

/** A campaign as the composer was opened with it. */
export interface OpenCampaign {
  id: string;
  revision: number;
  name: string;
}

/** A draft as it is gone on with. */
export interface OpenDraft {
  initial: Composition;
  /** The name that a user gave it; undefined while it is named by its content. */
  name: string | undefined;
  /** The version that it was written from; differs from `initial` by the words that this tab alone has. */
  base: Written;
  opened: OpenCampaign | undefined;
  /** As in {@link LocalDraft}. */
  unanswered: readonly string[];
}

/**
 * Opens a draft with the words that this tab alone has. They go on from the version that the server has where they were written from it, or where it is a save
 * of this tab whose answer was lost. Any other version is a conflict, which the first save reports: neither of the two is dropped.
 *
 * @param version what the server has; undefined for a new message
 * @param content its content, or what a new message begins with
 */
export function openDraft(version: SavedVersion | undefined, content: Composition, local: LocalDraft | undefined): OpenDraft {
  const opened = version && { id: version.id, revision: version.revision, name: version.name };
  const given = givenName(content.request, version?.name);
  if (!local || written(local, local.name) === written(content, given))
    return { initial: content, name: given, base: content, opened, unanswered: [] };
  const { base, name, unanswered, ...initial } = local;
  const isFrom = base.revision === (version?.revision ?? 0) || (version !== undefined && unanswered.includes(version.draft));
  if (isFrom) return { initial, name, base: content, opened, unanswered };
  return {
    initial,
    name,
    base: base.written,
    opened: opened && { ...opened, revision: base.revision, name: base.name ?? opened.name },
    unanswered,
  };
}
