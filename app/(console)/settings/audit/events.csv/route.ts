import type { NextRequest } from "next/server";
import { requireMember } from "@/lib/auth/session";
import { exportAudit } from "@/lib/directory/audit/export";
import { single } from "@/lib/inputs/paths";
import { csvFile } from "../../../streamed";
import { filtersOf } from "../filters";

/** The events that the list shows, on all its pages, as a CSV file, written as it is read. */
export async function GET(request: NextRequest): Promise<Response> {
  const actor = await requireMember();
  const query = Object.fromEntries(request.nextUrl.searchParams);
  return csvFile("audit-log", () =>
    exportAudit({ actor }, { ...filtersOf(query), serviceId: single(query["service"]) ?? "" }),
  );
}
