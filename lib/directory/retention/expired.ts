import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { expiredTransids } from "./stored";

/**
 * Whether a transid is of an age at which a service keeps no messages. Says nothing about whether
 * there was such a message.
 */
export async function isExpired(serviceId: string, transid: string): Promise<boolean> {
  if (!isId(transid)) return false;
  return (await expiredTransids(database(), serviceId, [transid])).size > 0;
}
