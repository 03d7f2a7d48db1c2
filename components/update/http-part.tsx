import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { Code, verbatim } from "@/components/ui/verbatim";

type Headers = readonly (readonly [name: string, value: string])[];

interface HttpPartProps {
  title: string;
  /** The first line: method and address of a request, the status of a response. */
  first?: string;
  headers: Headers;
  /** Left out: `children` say why there is none. */
  body?: string;
  /** Whether the body was cut off: what is left is not laid out. */
  cut?: boolean;
  /** Whether parts of the body are hidden from who looks: they are not copied either. */
  masked?: boolean;
  children?: ReactNode;
}

/**
 * A request or a response as a developer's tool shows it. All of it is shown as text, because it
 * may come from anywhere.
 */
export function HttpPart({
  title,
  first,
  headers,
  body,
  cut = false,
  masked = false,
  children,
}: HttpPartProps) {
  const type = headers.find(([name]) => name === "content-type")?.[1];
  const head = [
    ...(first === undefined ? [] : [first]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join("\n");
  return (
    <section aria-label={title} className="min-w-0 space-y-2">
      <div className="flex min-h-6 items-center gap-2">
        <h3 className="text-xs font-medium">{title}</h3>
        {type !== undefined && (
          <Code className="min-w-0 truncate text-xs text-ink-faint">{type}</Code>
        )}
        <CopyButton
          text={body === undefined || masked ? head : `${head}\n\n${body}`}
          what={title.toLowerCase()}
          className="ml-auto shrink-0"
        />
      </div>
      <div
        {...verbatim}
        className="code foreign rounded-md border border-line bg-sunken text-xs leading-5 break-all"
      >
        {first !== undefined && (
          <p className="border-b border-line px-3 py-1.5 font-medium">{first}</p>
        )}
        <dl
          aria-label={`${title} headers`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take focus, or the keyboard cannot reach its end
          tabIndex={0}
          className="max-h-56 overflow-auto px-3 py-1.5 focus-visible:outline-offset-[-2px]"
        >
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt className="inline text-ink-muted">{name}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {body !== undefined && body !== "" && (
        <JsonView
          label={`${title} body`}
          text={cut ? body : laidOut(body)}
          className="max-h-72 rounded-md border border-line p-3 break-all whitespace-pre-wrap"
        />
      )}
      {children && <div className="text-xs text-ink-muted">{children}</div>}
    </section>
  );
}

/** JSON laid out for reading; any other text as it is. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
