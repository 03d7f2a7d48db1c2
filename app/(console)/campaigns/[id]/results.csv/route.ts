import type { NextRequest } from "next/server";
import { deliveryStateOf } from "@/components/facts/delivery-state";
import { requireMember } from "@/lib/auth/session";
import { exportResults } from "@/lib/results/export";
import { csvFile } from "../../../streamed";

/**
 * What became of a campaign, delivery by delivery, or of those in one state, as a CSV file, written
 * as it is read.
 */
export async function GET(
  { nextUrl }: NextRequest,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const actor = await requireMember();
  const { id } = await params;
  const state = deliveryStateOf(nextUrl.searchParams.get("state") ?? undefined);
  return csvFile("results", () => exportResults({ actor }, { id, state }));
}
