import { ForbiddenError } from "@/lib/auth/member";
import { NotFoundError } from "@/lib/verb/errors";

/**
 * Answers with a CSV file that is written as it is read; with 404 or 403 and a sentence where there is nothing to hand out.
 *
 * @param plain the file's name for what knows no other letters than those of ASCII
 */
export async function csvFile(
  plain: string,
  hand: () => Promise<{ name: string; parts: AsyncGenerator<string, void, undefined> }>,
): Promise<Response> {
  try {
    const { name, parts } = await hand();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await parts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await parts.return();
      },
    });
    return new Response(body, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${plain}.csv"; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`,
        "cache-control": "private, no-store",
      },
    });
  } catch (error) {
    if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
    if (error instanceof ForbiddenError) return new Response(error.message, { status: 403 });
    throw error;
  }
}
