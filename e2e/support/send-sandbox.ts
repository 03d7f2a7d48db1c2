import { expect } from "@playwright/test";
import type { RunningServer } from "./server";

/** Sends a message to users of the sandbox app as a program does, and expects it to be accepted. Returns its transid. */
export async function sendSandbox(
  server: Pick<RunningServer, "origin" | "serviceKey">,
  userids: readonly string[],
  push: object,
): Promise<string> {
  const sent = await fetch(`${server.origin}/resources/v1/messaging`, {
    method: "POST",
    headers: { key: server.serviceKey },
    body: JSON.stringify({ deliverychannel: "push", appid: "sandbox", destination: [{ userid: userids }], channels: { push } }),
  });
  expect(sent.status).toBe(200);
  const { response } = (await sent.json()) as { response: [{ transid: string }] };
  return response[0].transid;
}
