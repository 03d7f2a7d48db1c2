import type { IncomingMessage, ServerResponse } from "node:http";
import { countNotices } from "@/lib/notices/list";
import { memberOf } from "./live";
import { refuseMethod, sendJson } from "./reply";

/**
 * `GET /live/notices`: how many notices of the signed-in member began since they last looked,
 * `{"unseen": 3}`. It is no sign that a person is at it.
 */
export async function unseenNotices(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "GET") return refuseMethod(request, response, ["GET"]);
  const actor = await memberOf(request, response, () => ({ ok: true }));
  if (actor) sendJson(request, response, 200, { unseen: await countNotices({ actor }, {}) });
}
