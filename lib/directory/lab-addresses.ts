import { config } from "@/lib/config/config";
import type { Sql } from "@/lib/database/sql";

/** Name of the row of `setting` with the lab's addresses, separated by commas. */
export const labSetting = "lab.addresses";

/**
 * Stores the addresses of the lab, which change with each start, so that every process on this
 * database can send through it. Call it in the transaction that stores the lab's accounts.
 *
 * @param addresses `host:port` of each of its services
 */
export async function keepLabAddresses(tx: Sql, addresses: readonly string[]): Promise<void> {
  await tx.query(
    "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE setting.value <> excluded.value",
    [labSetting, addresses.join(",")],
  );
}

/**
 * Returns the stored addresses of the lab while the sandbox is on, else none. From any text it
 * returns loopback addresses only.
 */
export function labAddressesIn(storedText: string | null): string[] {
  if (!config().SANDBOX || storedText === null) return [];
  return storedText.split(",").filter((address) => /^127\.0\.0\.1:\d{1,5}$/.test(address));
}
