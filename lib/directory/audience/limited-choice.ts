import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { TestChoice } from "@/lib/inputs/test-message";
import { consoleBrowserUser } from "@/lib/inputs/text";
import { normalId } from "@/lib/interface/recipient-id";
import { rejectInput } from "@/lib/verb/errors";

/**
 * Refuses a choice beyond what a member may test on who may not test on anyone: test groups,
 * simulated devices and users who have no others, and browsers that registered from the console.
 *
 * @param reason why the member is limited, as the beginning of a sentence
 */
export async function assertLimitedChoice(
  sql: Sql,
  appid: string,
  choice: TestChoice,
  reason: string,
): Promise<void> {
  const { devices, browsers } = choice;
  const users = [...new Set(choice.users.map((id) => normalId("userid", id)))];
  const [beyond] = await sql.query<{ devices: number; browsers: number; users: string[] }>(
    `WITH own AS (SELECT a.id FROM app a WHERE a.appid = $1)
     SELECT
       (SELECT count(*)::int FROM unnest($2::uuid[]) AS n(id)
        WHERE NOT EXISTS (SELECT 1 FROM device d WHERE d.id = n.id AND d.app_id = (SELECT id FROM own) AND d.simulated)) AS devices,
       (SELECT count(*)::int FROM unnest($3::text[]) AS n(pushid)
        WHERE NOT EXISTS (SELECT 1 FROM device d WHERE d.app_id = (SELECT id FROM own) AND d.kind IN ('chrome', 'firefox', 'safari')
          AND d.push_hash = sha256(convert_to(n.pushid, 'UTF8'))
          AND ARRAY(SELECT u.userid FROM device_user u WHERE u.device_id = d.id LIMIT 2) = ARRAY[$4::text])) AS browsers,
       ARRAY(SELECT n.id FROM unnest($5::text[]) AS n(id)
        WHERE (SELECT bool_and(d.simulated) FROM device_user u JOIN device d ON d.id = u.device_id
          WHERE u.app_id = (SELECT id FROM own) AND u.userid = n.id AND d.state = 'active') IS NOT TRUE) AS users`,
    [appid, devices.filter(isId), browsers, consoleBrowserUser, users],
  );
  if (!beyond || beyond.devices + beyond.browsers + beyond.users.length === 0) return;
  const what =
    beyond.users.length > 0
      ? usersText(beyond.users)
      : beyond.devices > 0
        ? beyond.devices === 1
          ? "1 chosen device"
          : `${beyond.devices} chosen devices`
        : "a browser that did not register from this console";
  rejectInput(
    `${reason}, so your tests go to test groups, simulated devices and this browser alone. Leave out ${what}, or ask an admin to add them to a test group.`,
    beyond.users.length > 0
      ? "/choice/users"
      : beyond.devices > 0
        ? "/choice/devices"
        : "/choice/browsers",
  );
}

const mostNamed = 3;

function usersText(users: readonly string[]): string {
  const named = users.slice(0, mostNamed).map((id) => `“${id.slice(0, 50)}”`);
  const more = users.length - named.length;
  const list = new Intl.ListFormat("en").format(more > 0 ? [...named, `${more} more`] : named);
  return `the ${users.length === 1 ? "user" : "users"} ${list}`;
}
