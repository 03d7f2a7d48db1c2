import type { Sql } from "@/lib/database/sql";
import type { SendingHours } from "@/lib/plan/sending-hours";

/** When campaigns of a service go out, as it is stored: minutes after midnight by local time. */
export interface SendingTimes {
  /** Of recipients whose device and user have none; an IANA name. */
  timezone: string;
  /** Null: there are no quiet hours. */
  quietFrom: number | null;
  quietTo: number | null;
  /** Null: campaigns go out at any time. */
  windowFrom: number | null;
  windowTo: number | null;
  /** 1 Monday to 7 Sunday. */
  windowDays: number[];
}

/** The columns of {@link SendingTimes} in `service`. */
export const sendingTimesColumns = `timezone, quiet_from AS "quietFrom", quiet_to AS "quietTo", window_from AS "windowFrom", window_to AS "windowTo", coalesce(window_days, '{}') AS "windowDays"`;

/** The hours that sending times amount to. */
export function hoursOf(times: Omit<SendingTimes, "timezone">): SendingHours {
  const { quietFrom, quietTo, windowFrom, windowTo, windowDays } = times;
  return {
    quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
    window:
      windowFrom === null || windowTo === null
        ? null
        : { from: windowFrom, to: windowTo, days: windowDays },
  };
}

/** Reads when campaigns of a service go out; of a service that is gone, at any time. */
export async function sendingTimesOf(
  sql: Sql,
  serviceId: string,
): Promise<{ timezone: string; hours: SendingHours }> {
  const [row] = await sql.query<SendingTimes>(
    `SELECT ${sendingTimesColumns} FROM service WHERE id = $1`,
    [serviceId],
  );
  return row
    ? { timezone: row.timezone, hours: hoursOf(row) }
    : { timezone: "UTC", hours: { quiet: null, window: null } };
}
