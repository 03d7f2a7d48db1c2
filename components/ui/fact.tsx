import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";
import { Code } from "./verbatim";

/** Shows one property: its name, and its value below. Inside a `dl`. */
export function Fact({
  name,
  note,
  children,
}: {
  name: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-faint">{name}</dt>
      <dd>
        <div className="flex min-h-6 min-w-0 items-center gap-1.5">{children}</div>
        {note !== undefined && <span className="block text-xs text-ink-faint">{note}</span>}
      </dd>
    </div>
  );
}

/** In a fact: what is written exactly so, with a button that copies it. */
export function ExactValue({ value, what }: { value: string; what: string }) {
  return (
    <>
      <Code className="min-w-0 truncate" title={value}>
        {value}
      </Code>
      <CopyButton text={value} what={what} />
    </>
  );
}

/** In a fact: that there is nothing. */
export function NoValue({ children = "–" }: { children?: ReactNode }) {
  return <span className="text-ink-faint">{children}</span>;
}
