"use client";

import {
  EmojiPicker,
  useSkinTone,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  type SkinTone,
} from "frimousse";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { cn } from "./cn";
import { loadEmoji } from "./emoji-data";

const kept = "clarion.skin-tone";
const columns = 8;

/** Emoji by category or by name. Arrow keys move, Enter takes; the one that is pointed at is named below, and read aloud. */
export function EmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  const search = useRef<HTMLInputElement>(null);
  // What it is in may have been open, and have had the focus, before this was there.
  useEffect(() => search.current?.focus(), []);
  return (
    <EmojiPicker.Root
      columns={columns}
      resolveEmojiData={loadEmoji}
      skinTone={keptTone()}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
      className="flex min-h-0 flex-col"
    >
      <div className="flex items-center gap-2.5 border-b border-line px-3">
        <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <EmojiPicker.Search
          ref={search}
          aria-label="Find an emoji"
          placeholder="Find an emoji"
          className="h-10 w-full min-w-0 appearance-none bg-transparent text-sm outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
        />
      </div>
      <EmojiPicker.Viewport aria-label="Emoji" className="h-64 min-h-0 shrink px-1 outline-none">
        <EmojiPicker.Loading className="absolute inset-0 grid place-items-center text-sm text-ink-faint">One moment …</EmojiPicker.Loading>
        <EmojiPicker.Empty className="absolute inset-0 grid place-items-center px-6 text-center text-sm text-ink-muted">
          {({ search }) => <span className="foreign">No emoji is called “{search}”.</span>}
        </EmojiPicker.Empty>
        <EmojiPicker.List aria-label="Emoji" className="pb-1 select-none" components={{ CategoryHeader, Row, Emoji }} />
      </EmojiPicker.Viewport>
      <div className="flex h-11 shrink-0 items-center gap-2.5 border-t border-line px-3">
        <EmojiPicker.ActiveEmoji>
          {({ emoji }) => (
            <output className="flex min-w-0 flex-1 items-center gap-2 text-sm text-ink-muted">
              {emoji ? (
                <>
                  <span aria-hidden className="text-xl leading-none">
                    {emoji.emoji}
                  </span>
                  <span className="truncate first-letter:uppercase">{emoji.label}</span>
                </>
              ) : (
                <span className="text-ink-faint">Pick one to insert it</span>
              )}
            </output>
          )}
        </EmojiPicker.ActiveEmoji>
        <ToneButton />
      </div>
    </EmojiPicker.Root>
  );
}

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...props} className="bg-raised px-2 pt-2.5 pb-1 text-xs font-medium text-ink-faint">
      <span className="block first-letter:uppercase">{category.label}</span>
    </div>
  );
}

// The library counts rows and columns from 0; ARIA counts from 1.
const fromOne = (index: number | undefined) => (index === undefined ? undefined : index + 1);

function Row(props: EmojiPickerListRowProps) {
  return <div {...props} aria-rowindex={fromOne(props["aria-rowindex"])} className="px-1" />;
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  const cell = { ...props, "aria-colindex": fromOne(props["aria-colindex"]) };
  return (
    <button
      {...cell}
      type="button"
      className={cn(
        "grid h-9 w-1/8 shrink-0 cursor-pointer place-items-center rounded-md text-xl",
        emoji.isActive && "bg-hover outline-2 -outline-offset-2 outline-ring",
      )}
    >
      {emoji.emoji}
    </button>
  );
}

/** Goes from one skin tone to the next; the last one chosen is there the next time. */
function ToneButton() {
  const [tone, setTone, variations] = useSkinTone("👋");
  const at = variations.findIndex(({ skinTone }) => skinTone === tone);
  const next = variations[(at + 1) % variations.length];
  const choose = () => {
    if (!next) return;
    setTone(next.skinTone);
    keepTone(next.skinTone);
  };
  return (
    <button
      type="button"
      onClick={choose}
      title="Change the skin tone"
      aria-label={`Skin tone: ${tone === "none" ? "none" : tone.replace("-", " ")}. Change it`}
      className="grid size-8 shrink-0 place-items-center rounded-md text-xl hover:bg-hover"
    >
      <span aria-hidden>{variations[at]?.emoji}</span>
    </button>
  );
}

function keptTone(): SkinTone {
  try {
    return (localStorage.getItem(kept) as SkinTone | null) ?? "none";
  } catch {
    return "none";
  }
}

function keepTone(tone: SkinTone): void {
  try {
    localStorage.setItem(kept, tone);
  } catch {
    // Without storage it is chosen anew each time.
  }
}
