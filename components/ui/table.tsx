import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * A table that scrolls sideways in its own box when it must; the box takes focus so that the
 * keyboard can scroll it.
 */
export function Table({
  label,
  className,
  ...rest
}: ComponentProps<"table"> & { /** Names the table. */ label: string }) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag groups a box that scrolls
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
      className="@container overflow-x-auto focus-visible:outline-offset-[-2px]"
    >
      <table
        aria-label={label}
        className={cn("w-full border-collapse text-left text-sm", className)}
        {...rest}
      />
    </div>
  );
}

/** The row of headings. */
export function TableHead({ className, ...rest }: ComponentProps<"thead">) {
  return (
    <thead className={cn("border-b border-line text-xs text-ink-faint", className)} {...rest} />
  );
}

export function TableBody({ className, ...rest }: ComponentProps<"tbody">) {
  return <tbody className={cn("divide-y divide-line", className)} {...rest} />;
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr className={cn("transition-colors", className)} {...rest} />;
}

export function HeaderCell({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn("h-9 px-3 font-medium whitespace-nowrap first:pl-4 last:pr-4", className)}
      {...rest}
    />
  );
}

export function Cell({ className, ...rest }: ComponentProps<"td">) {
  return <td className={cn("px-3 py-2.5 align-top first:pl-4 last:pr-4", className)} {...rest} />;
}
