import { expect } from "@playwright/test";
import type { RunningServer } from "./server";

/**
 * Sends a message to users of the sandbox app, or that of a workspace, as a program does, and
 * expects it to be accepted. Returns its transid.
 */
export async function sendSandbox(
  {
    origin,
    serviceKey,
    appid = "sandbox",
  }: Pick<RunningServer, "origin" | "serviceKey"> & { appid?: string },
  userids: readonly string[],
  push: object,
): Promise<string> {
  const sent = await fetch(`${origin}/resources/v1/messaging`, {
    method: "POST",
    headers: { key: serviceKey },
    body: JSON.stringify({
      deliverychannel: "push",
      appid,
      destination: [{ userid: userids }],
      channels: { push },
    }),
  });
  expect(sent.status).toBe(200);
  const { response } = (await sent.json()) as { response: [{ transid: string }] };
  return response[0].transid;
}
