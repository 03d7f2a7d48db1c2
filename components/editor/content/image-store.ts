import type { lookAtImage } from "@/lib/check/image";
import type { ImageLook } from "@/lib/findings/image-look";
import type { ActionOf } from "@/lib/verb/answer";

/** Has a picture looked at; asked again while it takes its time. */
export type LookAtImage = ActionOf<typeof lookAtImage>;

export type ImageState = { kind: "looking" } | { kind: "seen"; look: ImageLook };

export interface ImageStore {
  /** Has these looked at from now on, and no others. */
  want: (appid: string, urls: readonly string[]) => void;
  /** The state of a picture; undefined for one that was not asked for. */
  read: (url: string) => ImageState | undefined;
  /** The states of all of them, by address; another map after each change. */
  all: () => ReadonlyMap<string, ImageState>;
  watch: (changed: () => void) => () => void;
}

/** Calls `again` when the user returns to the tab. Returns how to stop. */
type OnReturn = (again: () => void) => () => void;

const whenBack: OnReturn = (again) => {
  window.addEventListener("focus", again);
  return () => window.removeEventListener("focus", again);
};

/** A typing user has moved on by then. */
const restMs = 600;
const againMs = 400;
/** What went wrong on the way to the service. */
const failedMs = 10_000;
/** From then on what was wrong may have been mended. */
const staleMs = 10_000;
const mostKept = 100;

interface Entry {
  state: ImageState;
  /** By `performance.now()`: when it was seen, and the end of the pause between calls. */
  at: number;
  rests: number;
  asking: boolean;
}

/**
 * Stores the states of pictures, by address, for as long as the tab lives. An address is looked at
 * once it has stayed unchanged for a moment, and only while the message has it. Pictures with
 * problems are looked at again when the user comes back to the tab.
 *
 * @param onReturn set by tests only
 */
export function imageStore(look: LookAtImage, onReturn: OnReturn = whenBack): ImageStore {
  const entries = new Map<string, Entry>();
  const watchers = new Set<() => void>();
  let targets: { appid: string; urls: readonly string[] } = { appid: "", urls: [] };
  let all: ReadonlyMap<string, ImageState> = new Map();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;

  const changed = () => {
    all = new Map([...entries].map(([url, { state }]) => [url, state]));
    for (const watcher of watchers) watcher();
  };
  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void askForEach(), ms);
  };
  const open = () => targets.urls.filter((url) => entries.get(url)?.state.kind !== "seen");
  const askForEach = async () => {
    for (const url of open()) await ask(url);
    if (open().length > 0) plan(againMs);
  };
  const ask = async (url: string) => {
    const entry = entries.get(url) ?? {
      state: { kind: "looking" },
      at: 0,
      rests: 0,
      asking: false,
    };
    if (entry.asking || entry.rests > performance.now()) return;
    if (!entries.has(url)) {
      entries.set(url, entry);
      for (const oldest of entries.keys())
        if (entries.size > mostKept && !targets.urls.includes(oldest)) entries.delete(oldest);
      changed();
    }
    entry.asking = true;
    const answer = await look({ appid: targets.appid, url }).catch(() => undefined);
    entry.asking = false;
    entry.at = performance.now();
    if (!answer?.ok) entry.rests = entry.at + failedMs;
    else if (answer.value.kind === "later") entry.rests = entry.at + answer.value.seconds * 1_000;
    else if (answer.value.kind !== "looking") {
      entry.state = { kind: "seen", look: answer.value };
      changed();
    }
  };
  const lookAgain = () => {
    const now = performance.now();
    for (const [url, { state, at }] of entries)
      if (state.kind === "seen" && state.look.kind !== "image" && now - at > staleMs)
        entries.delete(url);
    if (open().length > 0) plan(0);
  };

  return {
    want: (appid, urls) => {
      targets = { appid, urls };
      clearTimeout(timer);
      if (open().length > 0) plan(restMs);
    },
    read: (url) => entries.get(url)?.state,
    all: () => all,
    watch: (watcher) => {
      watchers.add(watcher);
      stop ??= onReturn(lookAgain);
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        stop?.();
        stop = undefined;
        clearTimeout(timer);
      };
    },
  };
}
