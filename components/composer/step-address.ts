import { composerSteps, type ComposerStep } from "@/lib/compose/place";

/** The step that a hash names: `#content`. Undefined for none and for any other hash. */
export function stepOfHash(hash: string): ComposerStep | undefined {
  return composerSteps.find((step) => hash === `#${step}`);
}

/**
 * What the history holds with the address of a step, so that a composer knows which entries are its
 * own.
 */
export interface StepMark {
  composer?: string;
}

/** The mark of an entry of the history. */
export function markOf(state: unknown): StepMark {
  const composer: unknown =
    typeof state === "object" && state !== null && "composer" in state ? state.composer : undefined;
  return typeof composer === "string" ? { composer } : {};
}

/** Where the user has gone in the history. */
interface HistoryEntry {
  /**
   * The state of the entry; null for one that the browser created, from a link to a hash or an
   * address that was typed.
   */
  state: unknown;
  hash: string;
  /** The mark of the composer that is shown. */
  own: string;
}

/**
 * The step to open after a move in the history; undefined when the move does not concern this
 * composer.
 */
export function stepOfPop({ state, hash, own }: HistoryEntry): ComposerStep | undefined {
  if (state === null) return stepOfHash(hash);
  return markOf(state).composer === own ? (stepOfHash(hash) ?? composerSteps[0]) : undefined;
}
