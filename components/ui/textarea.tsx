import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlClass } from "./input";

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
