import type { NextRequest } from "next/server";
import { requireMember } from "@/lib/auth/session";
import { proveTemplate, type TemplateProof } from "@/lib/directory/template/prove";
import { streamed } from "../../../streamed";

/**
 * Streams what publishing the draft would change for messages that were sent: a report per line of
 * JSON, each as soon as it is ready.
 */
export async function GET(
  _: NextRequest,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const actor = await requireMember();
  const { id } = await params;
  return streamed(async () => ({
    parts: linesOf(await proveTemplate({ actor }, { id })),
    headers: { "content-type": "application/x-ndjson; charset=utf-8" },
  }));
}

async function* linesOf(
  reports: AsyncGenerator<TemplateProof, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  for await (const report of reports) yield `${JSON.stringify(report)}\n`;
}
