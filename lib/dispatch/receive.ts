import { isId } from "@/lib/database/id";
import { outlastRestart } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import type { AppRecord } from "@/lib/directory/app/find";
import type { Receipt } from "@/lib/inputs/receipt";
import type { Change } from "./change";
import { changesOf, lockAccepted, storeEarlyReceipts, type AppReceipt } from "./early-receipts";
import { recordChanges } from "./recorder";

/**
 * Records what devices report (contract 8). Repeats, unknown devices and any order are harmless: a
 * receipt that no delivery of this app matches is passed over. One that is quicker than its
 * delivery is stored is recorded with it. A dismissed notification was delivered; that it was
 * dismissed is not a state.
 */
export async function recordReceipts(
  { id: appId }: Pick<AppRecord, "id">,
  receipts: readonly Receipt[],
): Promise<void> {
  const own = receipts
    .filter(({ transid }) => isId(transid))
    .map((receipt) => ({ appId, receipt: { ...receipt, transid: receipt.transid.toLowerCase() } }));
  if (own.length === 0) return;
  const { changes, unmatched } = await outlastRestart(() => changesOf(database(), own));
  const late = unmatched.flatMap((n) => own[n] ?? []);
  const more = late.length === 0 ? [] : await outlastRestart(() => storeOrMatch(late));
  await recordChanges([...changes, ...more]);
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
