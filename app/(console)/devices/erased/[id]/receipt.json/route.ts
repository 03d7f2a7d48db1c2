import type { NextRequest } from "next/server";
import { requireMember } from "@/lib/auth/session";
import { readErasure, type Receipt } from "@/lib/directory/person/receipts";
import { streamed } from "../../../../streamed";

/** The receipt of a removal as a JSON file. */
export async function GET(
  _: NextRequest,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const actor = await requireMember();
  const { id } = await params;
  return streamed(async () => ({
    parts: receiptText(await readErasure({ actor }, { id })),
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="removal-receipt.json"`,
    },
  }));
}

async function* receiptText(receipt: Receipt): AsyncGenerator<string, void, undefined> {
  yield `${JSON.stringify(receipt, null, 2)}\n`;
}
