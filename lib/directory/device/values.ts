import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** What devices say of themselves, to narrow a list by. */
export interface DeviceValues {
  languages: string[];
  timezones: string[];
}

/** Among so many devices of each app, those seen last. */
const mostRead = 5_000;
const mostListed = 100;

/**
 * Languages and time zones of the devices of a service that were seen last, in their order, at most
 * 100 each.
 */
export const deviceValues = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<DeviceValues> => {
    const rows = await sql.query<{ language: string | null; timezone: string | null }>(
      `SELECT x.language, x.timezone FROM app a CROSS JOIN LATERAL (
       SELECT d.language, d.timezone FROM device d WHERE d.app_id = a.id ORDER BY d.last_seen_at DESC LIMIT ${mostRead}
     ) x WHERE a.service_id = $1 GROUP BY x.language, x.timezone`,
      [serviceId],
    );
    return {
      languages: distinct(rows.map(({ language }) => language)),
      timezones: distinct(rows.map(({ timezone }) => timezone)),
    };
  },
});

function distinct(values: readonly (string | null)[]): string[] {
  const distinctValues = [...new Set(values)].flatMap((value) =>
    value === null || value === "" ? [] : [value],
  );
  return distinctValues.toSorted((one, other) => (one < other ? -1 : 1)).slice(0, mostListed);
}
