import type { Sql } from "@/lib/database/sql";
import type { DeviceInput } from "@/lib/inputs/device";
import { userBodySchema } from "@/lib/inputs/user";
import type { Problem } from "@/lib/interface/problem";
import { problemOf } from "../user/merge";
import { storeUsers } from "../user/store";

/**
 * Stores the attributes that a device reports of its user, as PATCH of the user does. Returns what
 * is wrong with them: then none is stored, and the device is registered all the same, since a
 * fault in what marketing asks for must not keep messages from it.
 */
export async function reportAttributes(
  tx: Sql,
  serviceId: string,
  { userid, attributes }: DeviceInput,
): Promise<readonly Problem[]> {
  if (attributes === undefined || userid === undefined) return [];
  const parsed = userBodySchema.safeParse({ attributes }, { reportInput: true });
  if (!parsed.success) return parsed.error.issues.map(problemOf);
  const { problems } = await storeUsers(tx, serviceId, [{ userid, ...parsed.data }], {
    replaces: false,
  });
  return problems.get(0) ?? [];
}
