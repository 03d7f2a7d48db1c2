import type { IncomingMessage, ServerResponse } from "node:http";
import type { z } from "zod";
import { outlastRestart } from "@/lib/database/repeat";
import { appOfAppid, type AppRecord } from "@/lib/directory/app/find";
import { ForeignDeviceError } from "@/lib/directory/device/owner";
import { registerDevice } from "@/lib/directory/device/register";
import { removeDevice } from "@/lib/directory/device/remove";
import { deviceSchema, deviceWarnings, removalSchema, type Authority } from "@/lib/inputs/device";
import { RefusedError } from "@/lib/verb/errors";
import { authenticate, refusedScope, type ServiceActor } from "./authenticate";
import { appOfCall, openToBrowsers } from "./client-call";
import { registrationCost } from "./client-rate";
import { jsonOfCall } from "./json-body";
import { schemaProblems, refuseCall, refuseCaller, refuseMethod, sendJson } from "./reply";
import { userOfCall } from "./user-token";

const bodyBytes = 32_768;

/**
 * Who calls: a service with its key, or an app's devices with its client key, which may do no more
 * for that one app.
 */
interface Caller {
  actor: ServiceActor;
  own: AppRecord | undefined;
}

/**
 * `PUT` and `DELETE /resources/v1/devices` (contract 8), by the app's client key or by the
 * service's key. No `resource`: its caller is one of two, and a user's token in the same call
 * decides what the caller may do.
 */
export async function devices(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (openToBrowsers(request, response)) return;
  const { method } = request;
  if (method !== "PUT" && method !== "DELETE")
    return refuseMethod(request, response, ["PUT", "DELETE", "OPTIONS"]);
  const caller = await callerOf(request, response);
  if (!caller) return;
  const refused = refusedScope(
    caller.actor,
    method === "PUT" ? "device.register" : "device.remove",
  );
  if (refused) return refuseCaller(request, response, refused);
  const body = await jsonOfCall(request, response, bodyBytes);
  if (!body) return;
  const parsed = (method === "PUT" ? deviceSchema : removalSchema).safeParse(body.json);
  if (!parsed.success)
    return refuseCall(request, response, 400, "Invalid device.", schemaProblems(parsed.error));
  const app = await appFor(request, response, parsed.data.appid, caller);
  const authority = app && (await authorityOf(request, response, app, parsed.data.userid, caller));
  if (!authority) return;
  // As it was written: the verb reads it once more.
  const json = body.json as z.input<typeof deviceSchema>;
  try {
    if (method === "PUT") {
      const { created, ...device } = await outlastRestart(() =>
        registerDevice(caller, { device: json, authority }),
      );
      const warnings = deviceWarnings(json);
      sendJson(request, response, created ? 201 : 200, {
        ...device,
        ...(warnings.length > 0 ? { warnings } : {}),
      });
    } else
      sendJson(
        request,
        response,
        200,
        await outlastRestart(() => removeDevice(caller, { device: json, authority })),
      );
  } catch (error) {
    if (error instanceof ForeignDeviceError) refuseForeign(request, response, authority);
    else if (error instanceof RefusedError)
      refuseCall(request, response, 400, "Invalid device.", error.problems);
    else throw error;
  }
}

/** The caller; answers as {@link appOfCall} does, and undefined, when there is none. */
async function callerOf(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Caller | undefined> {
  const service = await outlastRestart(() => authenticate(request));
  if (service.ok) return { actor: service.actor, own: undefined };
  const own = await appOfCall(request, response, registrationCost);
  return (
    own && { actor: { kind: "serviceKey", serviceId: own.serviceId, scopes: ["devices"] }, own }
  );
}

/**
 * On whose authority a call is carried out. Where the app wants signed registration and only its
 * client key came, a user that the call names has to be the one whose token came with it; answers
 * 401 or 403 when not.
 */
async function authorityOf(
  request: IncomingMessage,
  response: ServerResponse,
  app: AppRecord,
  userid: string | undefined,
  { own }: Caller,
): Promise<Authority | undefined> {
  if (!own || !app.signedRegistration) return "service";
  const user = await userOfCall(request, app);
  if (!user.ok) refuseCall(request, response, 401, user.error);
  else if (userid === undefined || user.userid === userid) return { userid: user.userid };
  else if (user.userid === undefined)
    refuseCall(request, response, 401, tokenRequiredText, [
      { pointer: "/userid", message: "needs this user's token" },
    ]);
  else
    refuseCall(request, response, 403, "The token is another user's.", [
      { pointer: "/userid", message: "has to be the `sub` of the token" },
    ]);
  return undefined;
}

const tokenRequiredText =
  "This app wants signed registration: send the user's token as `Authorization: Bearer <token>`.";

function refuseForeign(
  request: IncomingMessage,
  response: ServerResponse,
  authority: Authority,
): void {
  const problems = [
    {
      pointer: "/deviceid",
      message: "this device, or its push identifier, belongs to another user",
    },
  ];
  if (authority !== "service" && authority.userid === undefined)
    refuseCall(request, response, 401, tokenRequiredText, problems);
  else
    refuseCall(
      request,
      response,
      403,
      "This device is another user's: that user, or the service, has to give it up first.",
      problems,
    );
}

async function appFor(
  request: IncomingMessage,
  response: ServerResponse,
  appid: string,
  { own, actor }: Caller,
): Promise<AppRecord | undefined> {
  const app = await outlastRestart(() => appOfAppid(appid));
  if (app && (own ? own.id === app.id : app.serviceId === actor.serviceId)) return app;
  refuseCall(request, response, 403, "The key does not belong to this app.", [
    { pointer: "/appid", message: "not an app of this key" },
  ]);
  return undefined;
}
