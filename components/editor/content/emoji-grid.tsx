"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the parts of a table could not be left undrawn while they are out of sight */

import { Search } from "lucide-react";
import {
  memo,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import { tryTo } from "@/components/ui/browser/try-to";
import { cn } from "@/components/ui/cn";
import {
  inTone,
  loadEmoji,
  skinTones,
  type Emoji,
  type EmojiGroup,
  type SkinTone,
} from "./emoji-data";
import { findEmoji } from "./find-emoji";

const storageKey = "clarion.skin-tone";
const columns = 8;
/** Of a row and of a category's name, so that what is out of sight takes its place unseen. */
const [rowPixels, headPixels] = [36, 30];
const hands: Record<SkinTone, string> = {
  none: "👋",
  light: "👋🏻",
  "medium-light": "👋🏼",
  medium: "👋🏽",
  "medium-dark": "👋🏾",
  dark: "👋🏿",
};

/** A category or what was found, in rows; `first` counts the rows above it. */
interface EmojiSection {
  label: string;
  rows: readonly (readonly Emoji[])[];
  first: number;
}

interface Place {
  row: number;
  column: number;
}

/**
 * Emoji by category, or by name with the best match first. Arrow keys move, Enter takes; the one
 * that is pointed at is named below, and read aloud.
 */
export function EmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  const [groups, setGroups] = useState<readonly EmojiGroup[]>();
  const [failed, setFailed] = useState(false);
  const [search, setSearch] = useState("");
  const [place, setPlace] = useState<Place>();
  const [tone, setTone] = useState(readTone);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    // A transition, because React may draw another update within the event of a key, before it has
    // read the letter, and puts the former text back.
    loadEmoji().then(
      (loaded) => startTransition(() => setGroups(loaded)),
      () => setFailed(true),
    );
  }, []);
  // Before the first paint: a key must not miss a field that is visible. The popover has the focus
  // while this loads.
  useLayoutEffect(() => field.current?.focus(), []);

  const visibleGroups = shownOf(groups, search);
  const rows = visibleGroups.flatMap((group) => group.rows);
  const active = place && rows[place.row]?.[place.column];

  const find = (text: string) => {
    setSearch(text);
    setPlace(text.trim() === "" ? undefined : { row: 0, column: 0 });
    list.current?.scrollTo({ top: 0 });
  };
  const go = (next: Place) => {
    setPlace(next);
    list.current
      ?.querySelector(`[data-place="${next.row} ${next.column}"]`)
      ?.scrollIntoView({ block: "nearest" });
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && active) onPick(inTone(active, tone));
    else if (Object.hasOwn(moves, event.key))
      go(place ? (moves[event.key]?.(rows, place) ?? place) : { row: 0, column: 0 });
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-b border-line px-3">
        <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <input
          ref={field}
          type="search"
          aria-label="Find an emoji"
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-active`}
          placeholder="Find an emoji"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          value={search}
          onChange={(event) => find(event.target.value)}
          onKeyDown={keyed}
          className="h-10 w-full min-w-0 appearance-none bg-transparent text-sm outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
        />
      </div>
      <div
        ref={list}
        className="relative h-64 min-h-0 shrink overflow-y-auto overscroll-contain px-1"
      >
        {rows.length === 0 && (
          <p className="absolute inset-0 grid place-items-center px-6 text-center text-sm text-ink-muted">
            <span className="foreign">
              {failed
                ? "The emoji could not be loaded."
                : groups
                  ? `No emoji is called “${search}”.`
                  : "One moment …"}
            </span>
          </p>
        )}
        <div
          role="grid"
          id={`${id}-list`}
          aria-label="Emoji"
          aria-rowcount={rows.length}
          aria-colcount={columns}
          className="pb-1 select-none"
        >
          {visibleGroups.map((group) => (
            <Category
              key={group.label}
              group={group}
              tone={tone}
              // A category that does not hold the active one is not drawn again for it.
              place={
                place && place.row >= group.first && place.row < group.first + group.rows.length
                  ? place
                  : undefined
              }
              activeId={`${id}-active`}
              onPick={onPick}
              onPoint={setPlace}
            />
          ))}
        </div>
      </div>
      <div className="flex h-11 shrink-0 items-center gap-2.5 border-t border-line px-3">
        <output className="flex min-w-0 flex-1 items-center gap-2 text-sm text-ink-muted">
          {active ? (
            <>
              <span aria-hidden className="text-xl leading-none">
                {inTone(active, tone)}
              </span>
              <span className="truncate first-letter:uppercase">{active.label}</span>
            </>
          ) : (
            <span className="text-ink-faint">Pick one to insert it</span>
          )}
        </output>
        <ToneButton tone={tone} onTone={setTone} />
      </div>
    </div>
  );
}

interface CategoryProps {
  group: EmojiSection;
  tone: SkinTone;
  /** Of the active emoji, when it is one of these. */
  place: Place | undefined;
  activeId: string;
  onPick: (emoji: string) => void;
  onPoint: (place: Place) => void;
}

const Category = memo(function Category({
  group: { label, rows, first },
  tone,
  place,
  activeId,
  onPick,
  onPoint,
}: CategoryProps) {
  return (
    <div
      role="rowgroup"
      aria-label={label}
      className="[content-visibility:auto]"
      style={{ containIntrinsicHeight: `auto ${headPixels + rows.length * rowPixels}px` }}
    >
      <p
        aria-hidden
        className="sticky top-0 z-1 bg-raised px-2 pt-2.5 pb-1 text-xs font-medium text-ink-faint"
      >
        <span className="block first-letter:uppercase">{label}</span>
      </p>
      {rows.map((emojis, index) => (
        <div
          key={emojis[0]?.emoji}
          role="row"
          aria-rowindex={first + index + 1}
          className="flex px-1"
        >
          {emojis.map((emoji, column) => {
            const isActive = place?.row === first + index && place.column === column;
            return (
              <button
                key={emoji.emoji}
                type="button"
                role="gridcell"
                id={isActive ? activeId : undefined}
                data-place={`${first + index} ${column}`}
                aria-label={emoji.label}
                aria-colindex={column + 1}
                aria-selected={isActive || undefined}
                tabIndex={-1}
                // The focus stays where the search is typed.
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => {
                  if (!isActive) onPoint({ row: first + index, column });
                }}
                onClick={() => onPick(inTone(emoji, tone))}
                className={cn(
                  "grid h-9 w-1/8 shrink-0 cursor-pointer scroll-mt-8 place-items-center rounded-md text-xl",
                  isActive && "bg-hover outline-2 -outline-offset-2 outline-ring",
                )}
              >
                {inTone(emoji, tone)}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
});

/** All emoji, or those that were searched for. */
function shownOf(groups: readonly EmojiGroup[] | undefined, search: string): EmojiSection[] {
  if (!groups || search.trim() === "") return inRows(groups ?? []);
  const emojis = findEmoji(groups, search);
  return emojis.length === 0 ? [] : inRows([{ label: "best match first", emojis }]);
}

function inRows(groups: readonly EmojiGroup[]): EmojiSection[] {
  let first = 0;
  return groups.map(({ label, emojis }) => {
    const rows = Array.from({ length: Math.ceil(emojis.length / columns) }, (_, row) =>
      emojis.slice(row * columns, (row + 1) * columns),
    );
    const groupRows = { label, rows, first };
    first += rows.length;
    return groupRows;
  });
}

type Rows = readonly (readonly unknown[])[];

const widthOf = (rows: Rows, row: number) => rows[row]?.length ?? 0;
const inRow = (rows: Rows, { row, column }: Place): Place | undefined =>
  widthOf(rows, row) === 0 ? undefined : { row, column: Math.min(column, widthOf(rows, row) - 1) };

/** Where a key leads; undefined beyond the ends. */
const moves: Record<string, (rows: Rows, from: Place) => Place | undefined> = {
  ArrowUp: (rows, { row, column }) => inRow(rows, { row: row - 1, column }),
  ArrowDown: (rows, { row, column }) => inRow(rows, { row: row + 1, column }),
  ArrowLeft: (rows, { row, column }) =>
    column > 0 ? { row, column: column - 1 } : inRow(rows, { row: row - 1, column: columns }),
  ArrowRight: (rows, { row, column }) =>
    column + 1 < widthOf(rows, row)
      ? { row, column: column + 1 }
      : inRow(rows, { row: row + 1, column: 0 }),
};

/** Goes from one skin tone to the next; the last one chosen is there the next time. */
function ToneButton({ tone, onTone }: { tone: SkinTone; onTone: (tone: SkinTone) => void }) {
  const choose = () => {
    const next = skinTones[(skinTones.indexOf(tone) + 1) % skinTones.length] ?? "none";
    onTone(next);
    tryTo(() => localStorage.setItem(storageKey, next));
  };
  return (
    <button
      type="button"
      onClick={choose}
      title="Change the skin tone"
      aria-label={`Skin tone: ${tone.replace("-", " ")}. Change it`}
      className="grid size-8 shrink-0 place-items-center rounded-md text-xl hover:bg-hover"
    >
      <span aria-hidden>{hands[tone]}</span>
    </button>
  );
}

/** Without storage it is chosen each time. */
function readTone(): SkinTone {
  const storedTone = tryTo(() => localStorage.getItem(storageKey));
  return skinTones.find((tone) => tone === storedTone) ?? "none";
}
