import type { Sql } from "@/lib/database/sql";
import { withoutUserInfo } from "@/lib/interface/url";
import { rejectInput } from "@/lib/verb/errors";

interface Addresses {
  siteUrl: string | null;
  iconUrl: string | null;
}

/**
 * An app's addresses as they may be shown and written down: some were stored before user names in
 * them were refused.
 */
export function shownAddresses({ siteUrl, iconUrl }: Addresses): Addresses {
  return {
    siteUrl: siteUrl && withoutUserInfo(siteUrl),
    iconUrl: iconUrl && withoutUserInfo(iconUrl),
  };
}

/**
 * Refuses, at `/name`, a name that another app of the service has, in any case; until the
 * transaction ends no other call can use it there. No unique index does this: apps that were named
 * alike before stay as they are until one is renamed.
 *
 * @param own id of the app that is renamed
 */
export async function assertFreeAppName(
  tx: Sql,
  serviceId: string,
  name: string,
  own: string | null = null,
): Promise<void> {
  await tx.query("SELECT 1 FROM service WHERE id = $1 FOR NO KEY UPDATE", [serviceId]);
  const [namesake] = await tx.query<{ id: string }>(
    "SELECT id FROM app WHERE service_id = $1 AND lower(name) = lower($2) AND id IS DISTINCT FROM $3::uuid LIMIT 1",
    [serviceId, name, own],
  );
  if (namesake)
    rejectInput("Another app of this service has this name. Choose a different one.", "/name");
}
