import { config } from "@/lib/config/config";
import type { Sql } from "@/lib/database/sql";
import { inboxTokenOf } from "@/lib/interface/inbox";
import { rejectInput } from "@/lib/verb/errors";

/**
 * Refuses what a service does not call: addresses without TLS, where it calls no others, and
 * authentications that it does not have ("" is none).
 */
export async function assertCallable(
  sql: Sql,
  serviceId: string,
  { url, notifyAuthId }: { url: string; notifyAuthId: string },
): Promise<void> {
  const service = await sql.prisma.service.findUnique({
    where: { id: serviceId },
    select: { httpsOnly: true },
  });
  // An inbox of this installation is handed its updates: nothing goes over a network.
  const isReadable = !/^https:/i.test(url) && inboxTokenOf(url, config().ORIGIN) === undefined;
  if (service?.httpsOnly === true && isReadable)
    rejectInput(
      "This service calls only addresses with https://. To allow others, switch off “Secure notify URLs only” under Settings, Services.",
      "/url",
    );
  if (notifyAuthId === "") return;
  // Locked, so that it is not removed meanwhile.
  const auth = await sql.query<{ id: string }>(
    "SELECT id FROM notify_auth WHERE service_id = $1 AND id = $2 AND deleted_at IS NULL FOR SHARE",
    [serviceId, notifyAuthId],
  );
  if (auth.length === 0)
    rejectInput("This authentication was removed. Choose another one.", "/notifyAuthId");
}
