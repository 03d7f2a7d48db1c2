import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { listUsersSchema } from "@/lib/inputs/user";
import { isSendable, withoutEdges } from "@/lib/interface/text";
import { countRows, pageOf, type PageOf } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A user of a service, as a list shows them. Times are ISO 8601 UTC. */
export interface UserRow {
  id: string;
  userid: string;
  language: string | null;
  timezone: string | null;
  /** How many attributes they have. */
  attributes: number;
  /** In use, in all apps of the service. */
  devices: number;
  lastSeenAt: string | null;
}

type Row = WithDates<UserRow, "lastSeenAt">;

const pageRows = 50;
/** A beginning is looked for by its index, among so many users at most. */
const mostSearched = 20_000;
const everyone = `service_user u WHERE u.service_id = $1 AND $2::text IS NULL`;
const searched = `(SELECT * FROM service_user s WHERE s.service_id = $1 AND s.userid LIKE $2::text LIMIT ${mostSearched}) u WHERE true`;
const older = `AND ($3::uuid IS NULL OR u.id < $3) ORDER BY u.id DESC LIMIT $4`;
const newer = `AND ($3::uuid IS NULL OR u.id > $3) ORDER BY u.id LIMIT $4`;
/** Keys of attributes that were removed are no attributes any more. */
const columns = `u.id, u.userid, u.language, u.timezone, u.last_seen_at AS "lastSeenAt",
  (SELECT count(*)::int FROM jsonb_object_keys(u.attributes) k JOIN user_attribute t ON t.service_id = u.service_id AND t.key = k::int) AS attributes,
  (SELECT count(*)::int FROM app a JOIN device_user v ON v.app_id = a.id AND v.userid = u.userid JOIN device d ON d.id = v.device_id AND d.state = 'active' WHERE a.service_id = u.service_id) AS devices`;

/**
 * The users of a service, the latest first, 50 a page; with a text those whose user id begins with
 * it.
 */
export const listUsers = view({
  action: "user.read",
  input: listUsersSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { text, after, before }): Promise<PageOf<UserRow>> => {
    if (text !== undefined && !isSendable(text))
      return { rows: [], next: null, previous: null, total: 0 };
    const beginning = withoutEdges(text ?? "").slice(0, 200);
    const pattern = beginning === "" ? null : `${beginning.replace(/[\\%_]/g, String.raw`\$&`)}%`;
    const page = await pageOf(
      { after, before, limit: pageRows },
      undefined,
      ({ place, back, limit }) => {
        const values = [serviceId, pattern, place?.id ?? null, limit];
        // The page first: what is counted of a user is counted for those of the page alone.
        return pattern === null
          ? sql.query<Row>(
              back
                ? `SELECT ${columns} FROM (SELECT u.* FROM ${everyone} ${newer}) u ORDER BY u.id`
                : `SELECT ${columns} FROM (SELECT u.* FROM ${everyone} ${older}) u ORDER BY u.id DESC`,
              values,
            )
          : sql.query<Row>(
              back
                ? `SELECT ${columns} FROM (SELECT u.* FROM ${searched} ${newer}) u ORDER BY u.id`
                : `SELECT ${columns} FROM (SELECT u.* FROM ${searched} ${older}) u ORDER BY u.id DESC`,
              values,
            );
      },
      () =>
        pattern === null
          ? sql.query<{ n: number }>(countRows(`FROM ${everyone}`), [serviceId, pattern])
          : sql.query<{ n: number }>(countRows(`FROM ${searched}`), [serviceId, pattern]),
    );
    return { ...page, rows: page.rows.map(isoTimes) };
  },
});
