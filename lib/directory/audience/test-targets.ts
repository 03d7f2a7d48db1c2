import { memberIdOf } from "@/lib/auth/member";
import { testTargetsSchema } from "@/lib/inputs/test-message";
import { mayChangeTestGroups, mayTestOnAnyone } from "@/lib/policy/tests";
import { view } from "@/lib/verb/view";
import { serviceOfAppid } from "../app/service-of";
import { listDevices, type DeviceRow } from "../device/list";
import { readTestAllowance, type TestAllowance } from "./test-allowance";
import { approvalRules } from "./test-rules";

/** A device that a test can go to. */
export type TestDevice = Pick<DeviceRow, "id" | "kind" | "model" | "os" | "userids" | "simulated">;

/** A list that is marked as a test group. */
export interface TestGroup {
  id: string;
  name: string;
  recipients: number;
}

/** What a test in an app can go to. */
export interface TestTargets {
  /** Active devices, the newest first, those that fit the search; at most thirty. */
  devices: TestDevice[];
  /** There are more: a search finds them. */
  more: boolean;
  /** Those that were chosen before and still are active. */
  chosen: TestDevice[];
  groups: TestGroup[];
  /**
   * Why the member may test on test groups, simulated devices and the browser at hand alone, as the
   * beginning of a sentence; null for one who may test on anyone.
   */
  limited: string | null;
  /** The member may save a choice as a test group. */
  maySaveGroup: boolean;
  /** What the member may still test on today; null for a job, which has no limit. */
  allowance: TestAllowance | null;
}

const mostDevices = 30;
const mostChosen = 100;

/**
 * What a test in an app can go to, for the member who asks. `text` is part of a user id, a model, a
 * system or a kind, "" for the newest; `chosen` are ids of devices that were chosen before. Throws
 * `NotFoundError` when there is no such app.
 */
export const findTestTargets = view({
  action: "testMessage.send",
  input: testTargetsSchema,
  service: serviceOfAppid,
  run: async ({ sql, actor, serviceId }, { appid, text, chosen }): Promise<TestTargets> => {
    const rules = await approvalRules(sql, serviceId);
    const onAnyone = mayTestOnAnyone(actor, serviceId, rules);
    const memberId = memberIdOf(actor);
    const active = {
      serviceId,
      appid,
      state: "active" as const,
      ...(!onAnyone.ok && { simulated: true }),
    };
    const [matches, before, groups, allowance] = await Promise.all([
      listDevices({ actor, tx: sql }, { ...active, text: text.slice(0, 200), limit: mostDevices }),
      chosen.length === 0
        ? undefined
        : listDevices(
            { actor, tx: sql },
            { ...active, ids: chosen.slice(0, mostChosen), limit: mostChosen },
          ),
      sql.query<TestGroup>(
        `SELECT l.id, l.name, l.recipients FROM audience l
         WHERE l.service_id = $1 AND l.test AND l.ready_at IS NOT NULL AND l.removed_at IS NULL ORDER BY lower(l.name), l.id LIMIT 200`,
        [serviceId],
      ),
      memberId === null ? null : readTestAllowance(sql, memberId, serviceId),
    ]);
    return {
      devices: matches.rows.map(testDevice),
      more: matches.next !== null,
      chosen: before?.rows.map(testDevice) ?? [],
      groups,
      limited: onAnyone.ok ? null : onAnyone.reason,
      maySaveGroup: mayChangeTestGroups(actor, serviceId, rules).ok,
      allowance,
    };
  },
});

function testDevice({ id, kind, model, os, userids, simulated }: DeviceRow): TestDevice {
  return { id, kind, model, os, userids, simulated };
}
