import type { NextRequest } from "next/server";
import { exportTemplates } from "@/lib/directory/template/export";
import { single } from "@/lib/inputs/paths";
import { inService } from "../../in-service";
import { streamed } from "../../streamed";
import { templateFilter } from "../filter";

/**
 * The templates that the list shows, or those whose ids `id` names with commas between, as a zip
 * file that is written as it is read.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const query = Object.fromEntries(request.nextUrl.searchParams);
  const { as, serviceId } = await inService(query);
  const ids = single(query["id"])?.slice(0, 10_000).split(",");
  return streamed(async () => ({
    parts: (await exportTemplates(as, { serviceId, ...(ids ? { ids } : templateFilter(query)) }))
      .parts,
    headers: {
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="templates.zip"',
    },
  }));
}
