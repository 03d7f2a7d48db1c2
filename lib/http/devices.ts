import type { z } from "zod";
import { outlastRestart } from "@/lib/database/repeat";
import { appOfAppid, type AppRecord } from "@/lib/directory/app/find";
import { ForeignDeviceError } from "@/lib/directory/device/owner";
import { registerDevice } from "@/lib/directory/device/register";
import { removeDevice } from "@/lib/directory/device/remove";
import { deviceSchema, deviceWarnings, removalSchema, type Authority } from "@/lib/inputs/device";
import { problem } from "@/lib/interface/problem";
import { can } from "@/lib/policy/can";
import { RefusedError } from "@/lib/verb/errors";
import { answers } from "./answers";
import { assertScope, authenticate, type ServiceActor } from "./authenticate";
import { jsonBody } from "./bodies";
import { CallError } from "./call-error";
import { appOfCall, openToBrowsers } from "./client-call";
import { registrationCost } from "./client-rate";
import { checkedBody, resource, type Call, type CallerStep } from "./resource";
import { rowReply } from "./serialize";
import { userOfCall } from "./user-token";

const invalid = "Invalid device.";

/**
 * Who calls: a service with its key, or an app's devices with its client key, which may do no more
 * for that one app.
 */
interface Caller {
  actor: ServiceActor;
  own: AppRecord | undefined;
}

interface RegisteredDevice extends z.input<(typeof answers.registerDevice)[200]> {
  created: boolean;
}

const deviceBody = <S extends z.ZodType>(schema: S) =>
  checkedBody(jsonBody({ cap: 32_768 }), schema, invalid);

/**
 * `PUT` and `DELETE /resources/v1/devices` (contract 8), by the app's client key or by the
 * service's key. A user's token in the same call decides what the caller may do.
 */
export const devices = openToBrowsers({
  PUT: resource({
    caller: clientOrServiceKey("device.register"),
    body: deviceBody(deviceSchema),
    run: async ({ caller, body: { raw, parsed }, call }) => {
      const { warnings: ofUser, ...device } = await withAuthority(
        caller,
        call,
        parsed,
        (authority) => {
          assertMayReport(caller, parsed, authority);
          return registerDevice(caller, { device: raw, authority });
        },
      );
      const warnings = [...deviceWarnings(raw), ...ofUser];
      return { ...device, ...(warnings.length > 0 && { warnings }) };
    },
    answer: rowReply(answers.registerDevice, {
      status: ({ created }: RegisteredDevice) => (created ? 201 : 200),
    }),
  }),
  DELETE: resource({
    caller: clientOrServiceKey("device.remove"),
    body: deviceBody(removalSchema),
    run: ({ caller, body: { raw, parsed }, call }) =>
      withAuthority(caller, call, parsed, (authority) =>
        removeDevice(caller, { device: raw, authority }),
      ),
    answer: rowReply(answers.removeDevice),
  }),
});

function clientOrServiceKey(action: "device.register" | "device.remove"): CallerStep<Caller> {
  return async ({ request }) => {
    const service = await outlastRestart(() => authenticate(request));
    if (service.ok) {
      assertScope(service, action);
      return { actor: service.actor, own: undefined };
    }
    const own = await appOfCall(request, registrationCost);
    return { actor: { kind: "serviceKey", serviceId: own.serviceId, scopes: ["devices"] }, own };
  };
}

/** Calls a verb on the authority of a call. Throws `CallError`. */
async function withAuthority<R>(
  caller: Caller,
  call: Call,
  { appid, userid }: { appid: string; userid?: string | undefined },
  run: (authority: Authority) => Promise<R>,
): Promise<R> {
  const app = await appFor(appid, caller);
  const authority = await authorityOf(call, app, userid, caller);
  try {
    return await outlastRestart(() => run(authority));
  } catch (error) {
    if (error instanceof ForeignDeviceError) throw foreignError(authority);
    if (error instanceof RefusedError) throw new CallError(400, invalid, error.problems);
    throw error;
  }
}

/**
 * On whose authority a call is carried out. Where the app wants signed registration and only its
 * client key came, a user that the call names has to be the one whose token came with it. Throws
 * `CallError`, 401 or 403, when not.
 */
async function authorityOf(
  { request }: Call,
  app: AppRecord,
  userid: string | undefined,
  { own }: Caller,
): Promise<Authority> {
  if (!own || !app.signedRegistration) return "service";
  const user = await userOfCall(request, app);
  if (!user.ok) throw new CallError(401, user.error, []);
  if (userid === undefined || user.userid === userid) return { userid: user.userid };
  if (user.userid === undefined)
    throw new CallError(401, tokenRequiredText, [
      { pointer: "/userid", message: "needs this user's token" },
    ]);
  throw new CallError(403, "The token is another user's.", [
    { pointer: "/userid", message: "has to be the `sub` of the token" },
  ]);
}

/**
 * Attributes of a user are accepted from a user who proved who they are, and from a service key
 * that may store users: a client key is public. Throws `CallError`.
 */
function assertMayReport(
  { own, actor }: Caller,
  { userid, attributes }: { userid?: string | undefined; attributes?: unknown },
  authority: Authority,
): void {
  if (attributes === undefined) return;
  if (userid === undefined)
    throw new CallError(400, invalid, [problem("user.attributes.nobody", "/attributes")]);
  const isProven = own ? authority !== "service" : can(actor, "user.patch", actor.serviceId).ok;
  if (!isProven)
    throw new CallError(403, invalid, [problem("user.attributes.unsigned", "/attributes")]);
}

const tokenRequiredText =
  "This app wants signed registration: send the user's token as `Authorization: Bearer <token>`.";

function foreignError(authority: Authority): CallError {
  const problems = [
    {
      pointer: "/deviceid",
      message: "this device, or its push identifier, belongs to another user",
    },
  ];
  return authority !== "service" && authority.userid === undefined
    ? new CallError(401, tokenRequiredText, problems)
    : new CallError(
        403,
        "This device is another user's: that user, or the service, has to give it up first.",
        problems,
      );
}

async function appFor(appid: string, { own, actor }: Caller): Promise<AppRecord> {
  const app = await outlastRestart(() => appOfAppid(appid));
  if (app && (own ? own.id === app.id : app.serviceId === actor.serviceId)) return app;
  throw new CallError(403, "The key does not belong to this app.", [
    { pointer: "/appid", message: "not an app of this key" },
  ]);
}
