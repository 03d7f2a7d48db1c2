import { verbatim } from "@/components/ui/verbatim";
import type { UpdateExchange, UpdateResponse } from "@/lib/describe/update-exchange";
import { HttpPart } from "./http-part";

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

/** The request of one attempt and the receiver's response. */
export function ExchangeView({
  exchange: { method, url, headers, response },
  status,
  error,
  body,
  masked,
}: ExchangeViewProps) {
  return (
    <div className="mt-3 grid gap-4 @3xl:grid-cols-2">
      <HttpPart
        title="Request"
        first={`${method} ${url}`}
        headers={headers}
        body={body}
        masked={masked}
      />
      {response ? (
        <HttpPart
          title="Response"
          first={String(status)}
          headers={response.headers}
          cut={response.cut}
          {...(response.body !== null && { body: response.body })}
        >
          {noteOf(response, masked)}
        </HttpPart>
      ) : (
        <section aria-label="Response" className="min-w-0">
          <h3 className="flex min-h-6 items-center text-xs font-medium">No response</h3>
          {error !== null && (
            <p {...verbatim} className="code foreign mt-1 text-xs break-words text-ink-muted">
              {error}
            </p>
          )}
        </section>
      )}
    </div>
  );
}

function noteOf({ body, cut }: UpdateResponse, masked: boolean): string | undefined {
  if (masked) return "Its body is hidden from you: an admin can read it.";
  if (body === null) return "Its body is not text.";
  if (body === "") return "It has no body.";
  return cut ? "Only the beginning was stored." : undefined;
}
