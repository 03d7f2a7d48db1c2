"use server";

import type { SendResult } from "@/components/composer/use-send";
import { requireRole } from "@/lib/auth/session";
import { sendFromConsole } from "@/lib/dispatch/send-from-console";
import type { PushRequestInput } from "@/lib/interface/request";

/** Sends what was composed, as the endpoint would accept it. The same nonce twice is one message. */
export async function sendMessage(request: PushRequestInput, nonce: string): Promise<SendResult> {
  const member = await requireRole("marketer");
  return sendFromConsole(member, request, String(nonce));
}
