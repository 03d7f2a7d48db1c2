import type { IncomingMessage, ServerResponse } from "node:http";
import { appOfAppid, type AppRecord } from "@/lib/directory/app/find";
import { InvalidSubscriptionError, registerDevice } from "@/lib/directory/device/register";
import { removeDevice } from "@/lib/directory/device/remove";
import { deviceSchema, removalSchema } from "@/lib/inputs/device";
import { authenticate } from "./authenticate";
import { appOfCall, jsonOfCall, openToBrowsers, preflight, problemsOf, refuseCall } from "./client-call";
import { refuseMethod, sendJson } from "./reply";

const bodyBytes = 32_768;

/** `PUT` and `DELETE /resources/v1/devices` (contract 8), by the app's client key or by the service's key. */
export async function devices(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (preflight(request, response)) return;
  const { method } = request;
  if (method !== "PUT" && method !== "DELETE") return refuseMethod(request, response, ["PUT", "DELETE", "OPTIONS"]);
  const caller = await authenticate(request);
  const own = caller.ok ? undefined : await appOfCall(request, response);
  if (!caller.ok && !own) return;
  const body = await jsonOfCall(request, response, bodyBytes);
  if (!body) return;
  const whose = { service: caller.ok ? caller.service.id : undefined, own };
  if (method === "PUT") await put(request, response, body.json, whose);
  else await remove(request, response, body.json, whose);
}

/** Whose key came with the call: an app's client key, or a service's. */
interface Caller {
  own: AppRecord | undefined;
  service: string | undefined;
}

async function put(request: IncomingMessage, response: ServerResponse, json: unknown, caller: Caller): Promise<void> {
  const parsed = deviceSchema.safeParse(json);
  if (!parsed.success) return refuseCall(request, response, 400, "This is no device.", problemsOf(parsed.error));
  const app = await appFor(request, response, parsed.data.appid, caller);
  if (!app) return;
  try {
    const { created, ...device } = await registerDevice(app, parsed.data);
    sendJson(request, response, created ? 201 : 200, device, openToBrowsers);
  } catch (error) {
    if (!(error instanceof InvalidSubscriptionError)) throw error;
    refuseCall(request, response, 400, "This is no device.", [{ pointer: "/subscription/keys/p256dh", message: error.message }]);
  }
}

async function remove(request: IncomingMessage, response: ServerResponse, json: unknown, caller: Caller): Promise<void> {
  const parsed = removalSchema.safeParse(json);
  if (!parsed.success) return refuseCall(request, response, 400, "This names no device.", problemsOf(parsed.error));
  const app = await appFor(request, response, parsed.data.appid, caller);
  if (app) sendJson(request, response, 200, await removeDevice(app, parsed.data), openToBrowsers);
}

async function appFor(
  request: IncomingMessage,
  response: ServerResponse,
  appid: string,
  { own, service }: Caller,
): Promise<AppRecord | undefined> {
  const app = await appOfAppid(appid);
  if (app && (own ? own.id === app.id : app.serviceId === service)) return app;
  refuseCall(request, response, 403, "The key does not belong to this app.", [{ pointer: "/appid", message: "not an app of this key" }]);
  return undefined;
}
