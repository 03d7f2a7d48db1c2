import type { NextRequest } from "next/server";
import { requireMember } from "@/lib/auth/session";
import { exportResults } from "@/lib/results/export";
import { csvFile } from "../../../streamed";

/** What became of a campaign, delivery by delivery, as a CSV file, written as it is read. */
export async function GET(
  _: NextRequest,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const actor = await requireMember();
  const { id } = await params;
  return csvFile("results", () => exportResults({ actor }, { id }));
}
