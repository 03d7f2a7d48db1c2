import { ForbiddenError } from "@/lib/auth/member";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";

/** What is handed out a part at a time: its text or bytes, and the headers of its answer. */
export interface StreamedAnswer {
  parts: AsyncGenerator<string | Uint8Array, void, undefined>;
  headers: Record<string, string>;
}

/**
 * Answers with what is written as it is read; with 404, 403 or 409 and a sentence where there is
 * nothing to hand out. Who goes away ends it.
 */
export async function streamed(hand: () => Promise<StreamedAnswer>): Promise<Response> {
  try {
    const { parts, headers } = await hand();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await parts.next();
        if (done === true) controller.close();
        else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      },
      async cancel() {
        await parts.return();
      },
    });
    return new Response(body, { headers: { ...headers, "cache-control": "private, no-store" } });
  } catch (error) {
    if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
    if (error instanceof ForbiddenError) return new Response(error.message, { status: 403 });
    if (error instanceof RefusedError)
      return new Response(error.problems.map(({ message }) => message).join(" "), { status: 409 });
    throw error;
  }
}

/**
 * Answers with a CSV file that is written as it is read; with a sentence where there is nothing to
 * hand out.
 *
 * @param plain the file's name for what knows no other letters than those of ASCII
 */
export async function csvFile(
  plain: string,
  hand: () => Promise<{ name: string; parts: AsyncGenerator<string, void, undefined> }>,
): Promise<Response> {
  return streamed(async () => {
    const { name, parts } = await hand();
    const disposition = `attachment; filename="${plain}.csv"; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`;
    return {
      parts,
      headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": disposition },
    };
  });
}
