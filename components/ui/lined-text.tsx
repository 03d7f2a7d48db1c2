import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlClass } from "./input";

interface LinedTextProps extends Omit<
  ComponentProps<"textarea">,
  "value" | "className" | "rows" | "wrap"
> {
  value: string;
  /** The line, from 1, that something is wrong on. */
  marked?: number | undefined;
}

/**
 * Source text with the number of each line next to it. Tab leaves it, as it leaves every field.
 * Give it a label with `Field`.
 */
export function LinedText({ value, marked, ...rest }: LinedTextProps) {
  const lines = value.split("\n").length;
  return (
    <div
      className={cn(
        controlClass,
        "h-auto max-h-[34rem] min-h-80 overflow-y-auto p-0 focus-within:border-ring",
        marked !== undefined && "border-red-solid",
      )}
    >
      <div className="relative flex min-h-80 font-mono text-xs leading-5">
        {marked !== undefined && (
          <span
            aria-hidden
            data-marked-line={marked}
            className="pointer-events-none absolute inset-x-0 h-5 border-l-2 border-red-solid bg-red-soft"
            // One line is 1.25 rem, below the padding of the text.
            style={{ top: `${0.5 + (marked - 1) * 1.25}rem` }}
          />
        )}
        <span
          aria-hidden
          className="relative shrink-0 border-r border-line px-2 py-2 text-right whitespace-pre text-ink-faint tabular-nums select-none"
        >
          {Array.from({ length: lines }, (_, at) => at + 1).join("\n")}
        </span>
        <textarea
          {...rest}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          // Never scrolls vertically by itself: the numbers stay next to their lines.
          rows={lines + 1}
          value={value}
          className="relative min-w-0 flex-1 resize-none overflow-x-auto overflow-y-hidden bg-transparent px-2 py-2 text-ink outline-offset-[-2px] focus-visible:outline-2 focus-visible:outline-ring/45"
        />
      </div>
    </div>
  );
}
