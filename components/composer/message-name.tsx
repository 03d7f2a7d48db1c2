"use client";

import { useContent } from "@/components/editor/content-context";
import { messageName } from "@/lib/compose/draft-text";

interface MessageNameProps {
  /** Undefined until a user gives it one. */
  name: string | undefined;
  onRename: (name: string) => void;
}

/** The name under which the team finds a message again. Left empty, it is named by what it says. */
export function MessageName({ name, onRename }: MessageNameProps) {
  const byContent = useContent(({ request }) => messageName(request));
  return (
    <input
      aria-label="Name of the message"
      title="Only your team sees this name."
      value={name ?? ""}
      placeholder={byContent}
      dir="auto"
      maxLength={200}
      autoComplete="off"
      onChange={(event) => onRename(event.target.value)}
      className="mb-1 -ml-2 block h-9 sm:mb-3 w-full max-w-xl rounded-md border border-transparent bg-transparent px-2 text-md font-medium text-ellipsis text-ink transition-colors placeholder:text-ink-muted hover:border-line-strong focus-visible:border-ring focus-visible:bg-surface focus-visible:outline-2 focus-visible:outline-ring/45"
    />
  );
}
