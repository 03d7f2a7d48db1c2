import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import type { UpdateExchange, UpdateResponse } from "@/lib/describe/update-exchange";
import { laidOut } from "./laid-out";

interface ExchangeViewProps {
  exchange: UpdateExchange;
  status: number | null;
  /** Why no response came. */
  error: string | null;
  /** The update's own text: the same at every attempt. */
  body: string;
  /** Whether values are hidden from who looks. */
  masked: boolean;
}

/** The request of one attempt and the receiver's response, as a developer's tool shows them. What a receiver wrote is text and nothing else. */
export function ExchangeView({ exchange: { method, url, headers, response }, status, error, body, masked }: ExchangeViewProps) {
  const head = `${method} ${url}\n${headerText(headers)}`;
  return (
    <div className="mt-3 grid gap-4 @3xl:grid-cols-2">
      <Side title="Request" copy={masked ? head : `${head}\n\n${body}`} type={contentType(headers)}>
        <Head label="Request headers" first={`${method} ${url}`} headers={headers} />
        <JsonView label="Request body" text={laidOut(body)} className={box} />
      </Side>
      {response ? (
        <Side
          title="Response"
          copy={`${status}\n${headerText(response.headers)}\n\n${response.body ?? ""}`}
          type={contentType(response.headers)}
        >
          <Head label="Response headers" first={String(status)} headers={response.headers} />
          <ResponseBody response={response} masked={masked} />
        </Side>
      ) : (
        <Side title="Response">
          <p className="text-xs text-ink-muted">No response came.</p>
          {error !== null && <p className="code foreign mt-1 text-xs break-words text-ink-muted">{error}</p>}
        </Side>
      )}
    </div>
  );
}

const box = "max-h-72 rounded-md border border-line p-3 break-all whitespace-pre-wrap";

function Side({ title, copy, type, children }: { title: string; copy?: string; type?: string | undefined; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 space-y-2">
      <div className="flex min-h-6 items-center gap-2">
        <h3 className="text-xs font-medium">{title}</h3>
        {type !== undefined && <span className="code foreign min-w-0 truncate text-xs text-ink-faint">{type}</span>}
        {copy !== undefined && <CopyButton text={copy} what={title.toLowerCase()} className="ml-auto" />}
      </div>
      {children}
    </section>
  );
}

function Head({ label, first, headers }: { label: string; first: string; headers: UpdateExchange["headers"] }) {
  return (
    <div
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take focus, or the keyboard cannot reach its end
      tabIndex={0}
      className="code foreign max-h-56 overflow-auto rounded-md border border-line bg-sunken p-3 text-xs leading-5 break-all"
    >
      <p className="font-medium">{first}</p>
      <dl>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt className="inline text-ink-muted">{name}: </dt>
            <dd className="inline">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function ResponseBody({ response: { body, cut }, masked }: { response: UpdateResponse; masked: boolean }) {
  if (masked) return <Note>Its body is hidden from you: an admin can read it.</Note>;
  if (body === null) return <Note>Its body is not text.</Note>;
  if (body === "") return <Note>It has no body.</Note>;
  return (
    <>
      <JsonView label="Response body" text={cut ? body : laidOut(body)} className={box} />
      {cut && <Note>There was more; its beginning is kept.</Note>}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="text-xs text-ink-muted">{children}</p>;
}

function headerText(headers: UpdateExchange["headers"]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join("\n");
}

function contentType(headers: UpdateExchange["headers"]): string | undefined {
  return headers.find(([name]) => name === "content-type")?.[1];
}
