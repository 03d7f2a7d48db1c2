import { bothCoverages, noCoverage, type CoverageGroups } from "@/lib/compose/coverage";
import type { countCoverage, CoveragePart } from "@/lib/directory/audience/count-coverage";
import type { Answer } from "@/lib/inputs/answer";
import { mostNamedInCall } from "@/lib/inputs/text";
import type { DestinationKey } from "@/lib/interface/device-kinds";
import type { ActionOf } from "@/lib/verb/answer";

/** Whose devices are counted: those of a list, or those of recipients that are named, each once. */
export interface CoverageQuestion {
  appids: readonly string[];
  audienceId: string | null;
  /** Revision of the list, once it is loaded: a new revision is counted again. */
  revision?: number | undefined;
  named: readonly (readonly [type: DestinationKey, id: string])[];
}

/** Counts a part. */
export type CountDevices = ActionOf<typeof countCoverage>;

/** How far it is counted; what was counted of a part stands for all of it. */
export type CoverageState =
  | { kind: "counting"; groups: CoverageGroups; of: number | undefined }
  | { kind: "counted"; groups: CoverageGroups }
  | { kind: "failed"; again: () => void };

export interface CoverageStore {
  /** Has the question counted as long as anybody watches it. Answers how to stop. */
  watch: (question: string, onChange: () => void) => () => void;
  read: (question: string) => CoverageState;
}

/** A typing user has moved on by then. */
const restMs = 300;
const cacheMs = 60_000;
const mostKept = 20;

interface Entry {
  state: CoverageState;
  watchers: Set<() => void>;
  next: number;
  /** By `performance.now()`. */
  at: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  asking: boolean;
}

const nothing: CoverageState = { kind: "counting", groups: noCoverage, of: undefined };

/**
 * Counts whose devices a message goes to, a part at a time, and only while it is watched: the end
 * of the watch cancels it. A complete count is cached for a minute, and an incomplete one resumes.
 * Questions are identified by the JSON of a {@link CoverageQuestion}.
 */
export function coverageStore(count: CountDevices): CoverageStore {
  const entries = new Map<string, Entry>();

  const set = (entry: Entry, state: CoverageState) => {
    entry.state = state;
    for (const changed of entry.watchers) changed();
  };
  const ask = async (entry: Entry, name: string) => {
    if (entry.asking) return;
    entry.asking = true;
    const question = JSON.parse(name) as CoverageQuestion;
    const again = () => {
      set(entry, nothing);
      entry.next = 0;
      void ask(entry, name);
    };
    try {
      while (entry.watchers.size > 0 && entry.state.kind === "counting") {
        const answer = await part(count, question, entry.next);
        if (!answer.ok) return set(entry, { kind: "failed", again });
        const { groups: more, next, of } = answer.value;
        const groups = bothCoverages(entry.state.groups, more);
        entry.at = performance.now();
        entry.next = next ?? 0;
        set(entry, next === null ? { kind: "counted", groups } : { kind: "counting", groups, of });
      }
    } catch {
      set(entry, { kind: "failed", again });
    } finally {
      entry.asking = false;
    }
  };
  const forget = () => {
    for (const [name, { watchers, at, asking }] of entries)
      if (
        watchers.size === 0 &&
        !asking &&
        (performance.now() - at > cacheMs || entries.size > mostKept)
      )
        entries.delete(name);
  };

  return {
    watch: (name, onChange) => {
      forget();
      const entry = entries.get(name) ?? {
        state: nothing,
        watchers: new Set(),
        next: 0,
        at: performance.now(),
        timer: undefined,
        asking: false,
      };
      entries.set(name, entry);
      entry.watchers.add(onChange);
      if (entry.state.kind === "counting") {
        clearTimeout(entry.timer);
        entry.timer = setTimeout(() => void ask(entry, name), restMs);
      }
      return () => {
        entry.watchers.delete(onChange);
        if (entry.watchers.size === 0) clearTimeout(entry.timer);
      };
    },
    read: (name) => entries.get(name)?.state ?? nothing,
  };
}

async function part(
  count: CountDevices,
  { appids, audienceId, named }: CoverageQuestion,
  from: number,
): Promise<Answer<CoveragePart>> {
  const some: Partial<Record<DestinationKey, string[]>> = {};
  for (const [type, id] of named.slice(from, from + mostNamedInCall)) (some[type] ??= []).push(id);
  const answer = await count({
    appids: [...appids],
    audienceId,
    from: audienceId === null ? 0 : from,
    named: some,
  });
  if (!answer.ok || audienceId !== null) return answer;
  const end = from + mostNamedInCall;
  return {
    ...answer,
    value: { ...answer.value, next: end < named.length ? end : null, of: named.length },
  };
}
