import type { IncomingMessage, ServerResponse } from "node:http";
import { appOfAppid, type AppRecord } from "@/lib/directory/app/find";
import { InvalidAddressError } from "@/lib/directory/device/address";
import { ForeignDeviceError, type Word } from "@/lib/directory/device/owner";
import { registerDevice } from "@/lib/directory/device/register";
import { removeDevice } from "@/lib/directory/device/remove";
import { deviceSchema, removalSchema } from "@/lib/inputs/device";
import { authenticate, permit } from "./authenticate";
import { appOfCall, jsonOfCall, openToBrowsers, preflight, problemsOf, refuseCall } from "./client-call";
import { registrationCost } from "./client-rate";
import { refuseCaller, refuseMethod, sendJson } from "./reply";
import { userOfCall } from "./user-token";

const bodyBytes = 32_768;

/** `PUT` and `DELETE /resources/v1/devices` (contract 8), by the app's client key or by the service's key. */
export async function devices(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (preflight(request, response)) return;
  const { method } = request;
  if (method !== "PUT" && method !== "DELETE") return refuseMethod(request, response, ["PUT", "DELETE", "OPTIONS"]);
  const caller = await authenticate(request);
  const own = caller.ok ? undefined : await appOfCall(request, response, registrationCost);
  if (!caller.ok && !own) return;
  const permitted = caller.ok ? permit(caller, method === "PUT" ? "device.register" : "device.remove") : undefined;
  if (permitted?.ok === false) return refuseCaller(request, response, permitted);
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
  if (!parsed.success) return refuseCall(request, response, 400, "Invalid device.", problemsOf(parsed.error));
  const app = await appFor(request, response, parsed.data.appid, caller);
  if (!app) return;
  const word = await wordOf(request, response, app, parsed.data.userid, caller);
  if (!word) return;
  try {
    const { created, ...device } = await registerDevice(app, parsed.data, word);
    sendJson(request, response, created ? 201 : 200, device, openToBrowsers);
  } catch (error) {
    if (error instanceof ForeignDeviceError) return refuseForeign(request, response, word);
    if (!(error instanceof InvalidAddressError)) throw error;
    refuseCall(request, response, 400, "Invalid device.", [{ pointer: error.pointer, message: error.message }]);
  }
}

async function remove(request: IncomingMessage, response: ServerResponse, json: unknown, caller: Caller): Promise<void> {
  const parsed = removalSchema.safeParse(json);
  if (!parsed.success) return refuseCall(request, response, 400, "Invalid device.", problemsOf(parsed.error));
  const app = await appFor(request, response, parsed.data.appid, caller);
  const word = app && (await wordOf(request, response, app, parsed.data.userid, caller));
  if (!app || !word) return;
  try {
    sendJson(request, response, 200, await removeDevice(app, parsed.data, word), openToBrowsers);
  } catch (error) {
    if (!(error instanceof ForeignDeviceError)) throw error;
    refuseForeign(request, response, word);
  }
}

/**
 * On whose word a call is carried out. Where the app wants signed registration and only its client key came, a user that the call names has to be the one
 * whose token came with it; answers 401 or 403 when not.
 */
async function wordOf(
  request: IncomingMessage,
  response: ServerResponse,
  app: AppRecord,
  userid: string | undefined,
  { own }: Caller,
): Promise<Word | undefined> {
  if (!own || !app.signedRegistration) return "service";
  const user = await userOfCall(request, app);
  if (!user.ok) refuseCall(request, response, 401, user.error);
  else if (userid === undefined || user.userid === userid) return { userid: user.userid };
  else if (user.userid === undefined)
    refuseCall(request, response, 401, wanted, [{ pointer: "/userid", message: "needs this user's token" }]);
  else
    refuseCall(request, response, 403, "The token is another user's.", [
      { pointer: "/userid", message: "has to be the `sub` of the token" },
    ]);
  return undefined;
}

const wanted = "This app wants signed registration: send the user's token as `Authorization: Bearer <token>`.";

function refuseForeign(request: IncomingMessage, response: ServerResponse, word: Word): void {
  const problems = [{ pointer: "/deviceid", message: "this device, or its push identifier, belongs to another user" }];
  if (word !== "service" && word.userid === undefined) refuseCall(request, response, 401, wanted, problems);
  else refuseCall(request, response, 403, "This device is another user's: that user, or the service, has to give it up first.", problems);
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
