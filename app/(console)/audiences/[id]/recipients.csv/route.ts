import type { NextRequest } from "next/server";
import { requireMember } from "@/lib/auth/session";
import { exportAudience } from "@/lib/directory/audience/export";
import { csvFile } from "../../../streamed";

/** The recipients of a list as a CSV file, written as it is read. */
export async function GET(
  _: NextRequest,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const actor = await requireMember();
  const { id } = await params;
  return csvFile("recipients", () => exportAudience({ actor }, { id }));
}
