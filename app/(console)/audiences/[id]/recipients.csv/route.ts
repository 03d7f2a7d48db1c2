import type { NextRequest } from "next/server";
import { requireMember } from "@/lib/auth/session";
import { ForbiddenError } from "@/lib/auth/member";
import { exportAudience } from "@/lib/directory/audience/export";
import { NotFoundError } from "@/lib/verb/errors";

/** The recipients of a list as a CSV file, written as it is read. */
export async function GET(_: NextRequest, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const actor = await requireMember();
  try {
    const { name, parts } = await exportAudience({ actor }, { id: (await params).id });
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
        "content-disposition": `attachment; filename="recipients.csv"; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`,
        "cache-control": "private, no-store",
      },
    });
  } catch (error) {
    if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
    if (error instanceof ForbiddenError) return new Response(error.message, { status: 403 });
    throw error;
  }
}
