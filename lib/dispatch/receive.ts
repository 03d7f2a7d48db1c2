import { isId } from "@/lib/database/id";
import { outlastRestart } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import type { AppRecord } from "@/lib/directory/app/find";
import { expiredTransids } from "@/lib/directory/retention/stored";
import type { Receipt } from "@/lib/inputs/receipt";
import type { Change } from "./change";
import { changesOf, lockAccepted, storeEarlyReceipts, type AppReceipt } from "./early-receipts";
import { recordChanges } from "./recorder";

/**
 * Records what devices report (contract 8). Repeats, unknown devices and any order are harmless: a
 * receipt that no delivery of this app matches is passed over. One that is quicker than its
 * delivery is stored is recorded with it. A dismissed notification was delivered; that it was
 * dismissed is not a state.
 *
 * @returns how many were dropped because messages of their age are removed
 */
export async function recordReceipts(
  { id: appId, serviceId }: Pick<AppRecord, "id" | "serviceId">,
  receipts: readonly Receipt[],
): Promise<{ expired: number }> {
  const own = receipts
    .filter(({ transid }) => isId(transid))
    .map((receipt) => ({ appId, receipt: { ...receipt, transid: receipt.transid.toLowerCase() } }));
  if (own.length === 0) return { expired: 0 };
  const { changes, unmatched } = await outlastRestart(() => changesOf(database(), own));
  const without = unmatched.flatMap((n) => own[n] ?? []);
  const gone = await outlastRestart(() =>
    expiredTransids(
      database(),
      serviceId,
      without.map(({ receipt }) => receipt.transid),
    ),
  );
  const late = without.filter(({ receipt }) => !gone.has(receipt.transid));
  const more = late.length === 0 ? [] : await outlastRestart(() => storeOrMatch(late));
  await recordChanges([...changes, ...more]);
  return { expired: without.length - late.length };
}

/**
 * Stores the receipts of messages whose deliveries may not all be stored; answers the changes of
 * those whose delivery has been stored meanwhile.
 */
function storeOrMatch(receipts: readonly AppReceipt[]): Promise<Change[]> {
  return database().transaction(async (tx) => {
    // A process that is stopped here would stop the worker that waits for the message, too.
    await tx.script("SET LOCAL idle_in_transaction_session_timeout = '10s'");
    const transids = [...new Set(receipts.map(({ receipt }) => receipt.transid))];
    const accepted = await lockAccepted(tx, transids);
    const { changes, unmatched } = await changesOf(tx, receipts);
    const early = unmatched
      .flatMap((n) => receipts[n] ?? [])
      .filter(({ receipt }) => accepted.has(receipt.transid));
    if (early.length > 0) await storeEarlyReceipts(tx, early);
    return changes;
  });
}
