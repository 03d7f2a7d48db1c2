import type { ComponentProps } from "react";
import { cn } from "./cn";

/** The look shared by everything a person types into or picks from. */
export const controlClass = cn(
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-base text-ink shadow-low transition-colors",
  "hover:border-ink-faint focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-ring/45",
  "disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint",
  "aria-invalid:border-red-solid aria-invalid:focus-visible:outline-red-solid/40",
);

/** A single line of text. Give it a label with `Field`. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cn(controlClass, "h-9", className)} {...rest} />;
}

/**
 * Several lines of text; grows with what is written, up to six lines, where the browser can. Give
 * it a label with `Field`.
 */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(
        controlClass,
        "field-sizing-content max-h-[9.375rem] min-h-20 resize-y py-2",
        className,
      )}
      {...rest}
    />
  );
}
