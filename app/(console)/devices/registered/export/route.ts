import type { NextRequest } from "next/server";
import { requireMember } from "@/lib/auth/session";
import { exportDevices } from "@/lib/directory/device/export";
import { deviceFormats } from "@/lib/inputs/registered-devices";
import { streamed } from "../../../streamed";
import { filtersOf } from "../filters";

const types = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" };

/** The devices of a list's filters as a file, written as it is read; with `tokens=1` those too. */
export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const actor = await requireMember();
  const query = Object.fromEntries(nextUrl.searchParams);
  const format = deviceFormats.find((one) => one === query["format"]) ?? "csv";
  const { input } = filtersOf(query);
  return streamed(async () => {
    const { name, parts } = await exportDevices(
      { actor },
      { serviceId: query["service"] ?? "", ...input, format, tokens: query["tokens"] === "1" },
    );
    return {
      parts,
      headers: {
        "content-type": types[format],
        "content-disposition": `attachment; filename="${name}.${format}"`,
      },
    };
  });
}
