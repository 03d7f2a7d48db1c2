import type { IncomingMessage, ServerResponse } from "node:http";
import { recordReceipts } from "@/lib/dispatch/receive";
import { mostReceipts, receiptSchema, type Receipt } from "@/lib/inputs/receipt";
import { appOfCall, openToBrowsers, takeFor } from "./client-call";
import { jsonOfCall } from "./json-body";
import { schemaProblems, refuseCall, refuseMethod, sendJson, type CallProblem } from "./reply";

const bodyBytes = 1_048_576;

/**
 * `POST /resources/v1/receipts` (contract 8): one receipt or up to 1,000. What can be read is
 * recorded before it is answered; what cannot is named by its index and keeps no other from being
 * recorded. No `resource`: devices call it with a client key, limited by the number of receipts,
 * and it succeeds in part.
 */
export async function receipts(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (openToBrowsers(request, response)) return;
  if (request.method !== "POST") return refuseMethod(request, response, ["POST", "OPTIONS"]);
  const app = await appOfCall(request, response, 1);
  const body = app && (await jsonOfCall(request, response, bodyBytes));
  if (!app || !body) return;
  const list = Array.isArray(body.json) ? body.json : [body.json];
  if (list.length > mostReceipts)
    return refuseCall(request, response, 400, `At most ${mostReceipts} receipts in one call.`);
  if (!takeFor(request, response, app, list.length - 1)) return;
  const good: Receipt[] = [];
  const problems: CallProblem[] = [];
  for (const [index, entry] of list.entries()) {
    const parsed = receiptSchema.safeParse(entry);
    if (parsed.success) good.push(parsed.data);
    else
      problems.push(...schemaProblems(parsed.error, Array.isArray(body.json) ? `/${index}` : ""));
  }
  if (good.length > 0) await recordReceipts(app, good);
  if (good.length === 0 && problems.length > 0)
    return refuseCall(request, response, 400, "Invalid receipts.", problems.slice(0, 100));
  sendJson(request, response, 200, {
    accepted: good.length,
    ...(problems.length > 0 ? { problems: problems.slice(0, 100) } : {}),
  });
}
