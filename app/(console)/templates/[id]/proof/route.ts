import type { NextRequest } from "next/server";
import { requireMember } from "@/lib/auth/session";
import { proveTemplate, type TemplateProof } from "@/lib/directory/template/prove";
import { streamed } from "../../../streamed";

/**
 * What publishing the draft changes for messages that were really sent: reports as lines of JSON,
 * each written as it is made.
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
