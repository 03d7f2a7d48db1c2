import { CopyButton } from "./copy-button";
import { verbatim } from "./verbatim";

interface CodeBlockProps {
  /** Above the code: where it goes. */
  title: string;
  /** Accessible name of the code. */
  label: string;
  /** What is copied: "command line". */
  what: string;
  code: string;
}

/** Code to copy. */
export function CodeBlock({ title, label, what, code }: CodeBlockProps) {
  return (
    <div className="mt-3 overflow-hidden rounded-md border border-line bg-sunken">
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-3.5 text-xs text-ink-faint">
        {title}
        <CopyButton text={code} what={what}>
          Copy
        </CopyButton>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take focus
        tabIndex={0}
        aria-label={label}
        {...verbatim}
        className="code max-h-96 overflow-auto px-3.5 py-3 text-xs leading-5 focus-visible:outline-offset-[-2px]"
      >
        {code}
      </pre>
    </div>
  );
}
