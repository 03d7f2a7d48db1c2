import { expect } from "@playwright/test";
import { signInByHttp } from "./http-session";
import { sharedServer } from "./shared-server";

/**
 * Taps on a notification as the Devices page does, which only members of the first sandbox have.
 */
export async function tapped(id: string): Promise<void> {
  const { ask } = await signInByHttp(sharedServer());
  const headers = { "content-type": "application/json" };
  const answer = await ask("/live/lab/interactions", {
    method: "POST",
    headers,
    body: JSON.stringify({ id, event: "read" }),
  });
  expect(answer.status).toBe(204);
}
