import { memberIdOf } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import { suppressSchema } from "@/lib/inputs/suppression";
import { normalId } from "@/lib/interface/recipient-id";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { keptIosPushId, keptPushId, suppressionHash } from "./suppressed";

/**
 * Puts user ids or push ids on a service's suppression list: from then on they get nothing from it,
 * and senders get an update (Failed, 7404, "Suppressed"). Messages whose deliveries exist already
 * still go out.
 *
 * @returns how many were not on it yet
 */
export const addSuppressions = verb({
  action: "suppression.add",
  input: suppressSchema,
  service: serviceNamed,
  run: async ({ tx, actor, serviceId }, { kind, ids, note }) => {
    const values = new Set(
      ids.map((id) => (kind === "pushid" ? keptPushId(id) : normalId("userid", id))),
    );
    const rows = [...values].map((value) => {
      const digits = kind === "pushid" ? keptIosPushId(value) : null;
      const [hash, iosHash] = [
        suppressionHash(value),
        digits === null ? null : suppressionHash(digits),
      ];
      return {
        id: newId(),
        serviceId,
        kind,
        hash,
        iosHash,
        value,
        note,
        createdBy: memberIdOf(actor),
      };
    });
    // In one order, so that two who suppress the same do not wait for each other.
    const data = rows.toSorted((one, other) => Buffer.compare(one.hash, other.hash));
    const { count } = await tx.prisma.suppression.createMany({ data, skipDuplicates: true });
    return count === 0
      ? { unchanged: 0 }
      : { row: count, entity: serviceId, event: { kind, count } };
  },
});
