import type { z } from "zod";
import type { AppRecord } from "@/lib/directory/app/find";
import { recordReceipts } from "@/lib/dispatch/receive";
import { mostReceipts, receiptSchema, type Receipt } from "@/lib/inputs/receipt";
import { schemaProblems } from "@/lib/interface/pointer";
import { answers } from "./answers";
import { jsonBody } from "./bodies";
import { CallError, type CallProblem } from "./call-error";
import { appOfCall, openToBrowsers, takeFor } from "./client-call";
import { countExpiredReceipts } from "./metrics";
import { resource } from "./resource";
import { rowReply } from "./serialize";

const bodyBytes = 1_048_576;
const mostProblems = 100;

/**
 * `POST /resources/v1/receipts` (contract 8): one receipt or up to 1,000, by the app's client key,
 * limited by the number of receipts.
 */
export const receipts = openToBrowsers({
  POST: resource({
    caller: ({ request }) => appOfCall(request, 1),
    body: jsonBody({ cap: bodyBytes }),
    run: ({ caller: app, body, call: { request } }) => {
      const list: readonly unknown[] = Array.isArray(body) ? body : [body];
      if (list.length > mostReceipts)
        throw new CallError(400, `At most ${mostReceipts} receipts in one call.`, []);
      takeFor(request, app, list.length - 1);
      return record(app, list, Array.isArray(body));
    },
    answer: rowReply(answers.reportReceipts),
  }),
});

/**
 * Records the receipts that can be read before they are answered. The others are named by their
 * index, and keep none from being recorded.
 */
async function record(
  app: AppRecord,
  list: readonly unknown[],
  isArray: boolean,
): Promise<z.input<(typeof answers.reportReceipts)[200]>> {
  const good: Receipt[] = [];
  const problems: CallProblem[] = [];
  for (const [index, entry] of list.entries()) {
    const parsed = receiptSchema.safeParse(entry);
    if (parsed.success) good.push(parsed.data);
    else problems.push(...schemaProblems(parsed.error, isArray ? `/${index}` : ""));
  }
  if (good.length > 0) countExpiredReceipts((await recordReceipts(app, good)).expired);
  const firstProblems = problems.slice(0, mostProblems);
  if (good.length === 0 && problems.length > 0)
    throw new CallError(400, "Invalid receipts.", firstProblems);
  return { accepted: good.length, ...(problems.length > 0 && { problems: firstProblems }) };
}
