import { cn } from "./cn";
import { verbatim } from "./verbatim";

const tokens =
  /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\btrue\b|\bfalse\b|\bnull\b)/g;

/**
 * JSON with its parts highlighted. Anything else is shown as it is. `text` is not re-formatted
 * here.
 */
export function JsonView({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className?: string;
}) {
  const parts: { text: string; look?: string }[] = [];
  let at = 0;
  for (const match of text.matchAll(tokens)) {
    parts.push({ text: text.slice(at, match.index) });
    const [whole, string, colon] = match;
    if (string === undefined) parts.push({ text: whole, look: "text-plum-fg" });
    else {
      parts.push({ text: string, look: colon === undefined ? "text-green-fg" : "text-blue-fg" });
      if (colon !== undefined) parts.push({ text: colon });
    }
    at = match.index + whole.length;
  }
  parts.push({ text: text.slice(at) });
  return (
    <pre
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take focus, or the keyboard cannot reach its end
      tabIndex={0}
      {...verbatim}
      className={cn(
        "code overflow-auto bg-sunken p-4 text-xs leading-5 focus-visible:outline-offset-[-2px]",
        className,
      )}
    >
      <code>
        {parts.map((part, index) =>
          part.look === undefined ? (
            part.text
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
            <span key={index} className={part.look}>
              {part.text}
            </span>
          ),
        )}
      </code>
    </pre>
  );
}
