import { retireSchema } from "@/lib/inputs/registered-devices";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceOfDevice } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/**
 * Takes a device out of use: nothing is sent to it until it registers again. With `forget` its row
 * goes, and who used it with it; what was sent to it stays in the messages. A device that is out of
 * use already stays as it is.
 */
export const retireDevice = verb({
  action: "device.retire",
  input: retireSchema,
  service: serviceOfDevice,
  run: async ({ tx }, { id, forget }) => {
    const [device] = await tx.query<{ appid: string; kind: string; state: string }>(
      "SELECT a.appid, d.kind, d.state FROM device d JOIN app a ON a.id = d.app_id WHERE d.id = $1 FOR UPDATE OF d",
      [id],
    );
    if (!device) throw new NotFoundError("This device");
    const { appid, kind, state } = device;
    if (forget) await tx.prisma.device.delete({ where: { id }, select: { id: true } });
    else if (state === "removed") return { unchanged: null };
    else
      await tx.query(
        "UPDATE device SET state = 'removed', state_reason = 'retired in the console', state_at = now() WHERE id = $1",
        [id],
      );
    return { row: null, entity: id, event: { appid, kind, forgotten: forget } };
  },
});
