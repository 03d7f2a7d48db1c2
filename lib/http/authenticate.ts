import type { IncomingMessage } from "node:http";
import { decodeJwt } from "jose";
import { AddressList } from "@/lib/config/address-list";
import {
  findService,
  serviceOfKey,
  type KeyedService,
  type ServiceRecord,
} from "@/lib/directory/service/find";
import { jwtSecretsOf } from "@/lib/directory/service/jwt-secret";
import { countKeyUse } from "@/lib/directory/service/key-use";
import { problem, type Problem } from "@/lib/interface/problem";
import { httpStatus } from "@/lib/interface/reply";
import { scopeOf, type Action } from "@/lib/policy/actions";
import { can, type Actor } from "@/lib/policy/can";
import { firstScopes } from "@/lib/policy/roles";
import { now } from "@/lib/runtime/clock";
import { CallerError } from "./call-error";
import { clientAddress } from "./client-address";
import { verifySigned } from "./verify-signed";

/** A program, as verbs know it. */
export type ServiceActor = Extract<Actor, { kind: "serviceKey" }>;

/** A program: its service, and who it is to verbs. */
export interface ServiceCaller {
  service: ServiceRecord;
  actor: ServiceActor;
}

/** Why a caller is rejected; with the HTTP status that goes with it. */
interface Rejection {
  ok: false;
  problem: Problem;
  status: number;
}

/** How long after `iat` a token is accepted, in seconds (contract 1). */
const tokenSeconds = 3_600;
/** Clocks may differ by so much, in seconds. */
const leewaySeconds = 60;
const longestCredential = 8_192;

/**
 * The service that a request's credential belongs to, in the order of contract 1: bearer JWT,
 * bearer service key, header `key`. Keys are looked up by their hash, so that no comparison reveals
 * how much of one was right.
 */
export async function authenticate(
  request: IncomingMessage,
): Promise<({ ok: true } & ServiceCaller) | Rejection> {
  const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? "")?.[1]?.trim();
  const header = request.headers["key"];
  const credential = bearer ?? (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
  if (credential === "") return rejectCaller("auth.missing");
  if (credential.length > longestCredential) return rejectCaller("auth.failed");
  const record =
    bearer !== undefined && /^[^.]+\.[^.]+\.[^.]*$/.test(bearer)
      ? await serviceOfToken(bearer)
      : await serviceOfKey(credential);
  if (!record) return rejectCaller("auth.failed");
  const { scopes: granted, keyId, ...service } = record;
  if (!service.active) return rejectCaller("service.inactive");
  const address = clientAddress(request);
  if (!isAllowed(service.ipAllow, address)) return rejectCaller("source.refused");
  countKeyUse(keyId, address);
  return {
    ok: true,
    service,
    actor: { kind: "serviceKey", serviceId: service.id, scopes: granted },
  };
}

/**
 * Returns the caller of a request who may do it in their own service. Throws `CallerError`, as
 * {@link authenticate} refuses, and where the key lacks the scope.
 */
export async function authorize(request: IncomingMessage, action: Action): Promise<ServiceCaller> {
  const caller = await authenticate(request);
  if (!caller.ok) throw new CallerError(caller);
  assertScope(caller, action);
  return caller;
}

/** Throws `CallerError` where a key may not do it in its own service. */
export function assertScope({ actor, service }: ServiceCaller, action: Action): void {
  if (can(actor, action, actor.serviceId).ok) return;
  const scope = scopeOf(action) ?? "";
  throw new CallerError({ problem: problem("auth.scope", "", { scope }), status: 403 }, service);
}

async function serviceOfToken(token: string): Promise<KeyedService | undefined> {
  try {
    const { iss } = decodeJwt(token);
    const service = iss === undefined ? undefined : await findService(iss);
    const secrets = service ? await jwtSecretsOf(service.id) : [];
    const { payload, secretId } = await verifySigned(token, secrets, {
      algorithms: ["HS256"],
      clockTolerance: leewaySeconds,
      requiredClaims: ["iss", "iat"],
      currentDate: new Date(now()),
    });
    const age = now() / 1_000 - (payload.iat ?? 0);
    if (!Number.isInteger(payload.iat) || age > tokenSeconds || age < -leewaySeconds)
      return undefined;
    return service && secretId !== ""
      ? { ...service, scopes: [...firstScopes], keyId: secretId }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a service accepts calls from an address: an empty list allows every address, and an
 * undefined address is in no list.
 */
function isAllowed(list: readonly string[], address: string | undefined): boolean {
  return list.length === 0 || (address !== undefined && new AddressList(list).includes(address));
}

function rejectCaller(
  rule: "auth.missing" | "auth.failed" | "service.inactive" | "source.refused",
): Rejection {
  const what = problem(rule, "");
  return { ok: false, problem: what, status: httpStatus(what.code) };
}
