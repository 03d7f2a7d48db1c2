import type { IncomingMessage } from "node:http";
import { decodeJwt, jwtVerify } from "jose";
import { AddressList } from "@/lib/config/address-list";
import { findService, serviceOfKey, type ServiceRecord } from "@/lib/directory/service/find";
import { jwtSecretOf } from "@/lib/directory/service/jwt-secret";
import { problem, type Problem } from "@/lib/interface/problem";
import { now } from "@/lib/runtime/clock";
import { clientAddress } from "./client-address";

/** Who calls, or why nobody is believed. */
export type Authenticated = { ok: true; service: ServiceRecord } | { ok: false; problem: Problem };

/** A token is taken for so long after `iat`, in seconds (contract 1). */
const tokenSeconds = 3_600;
/** Clocks may differ by so much, in seconds. */
const leewaySeconds = 60;
const longestCredential = 8_192;
/** Verified against when the service is unknown, so that it takes as long as a wrong signature. */
const nobodysSecret = new Uint8Array(32);

/**
 * The service that a request's credential belongs to, in the order of contract 1: bearer JWT, bearer service key, header `key`. Keys are looked up
 * by their hash, so that no comparison tells how much of one was right.
 */
export async function authenticate(request: IncomingMessage): Promise<Authenticated> {
  const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? "")?.[1]?.trim();
  const header = request.headers["key"];
  const credential = bearer ?? (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
  if (credential === "") return refuse("auth.missing");
  if (credential.length > longestCredential) return refuse("auth.failed");
  const service =
    bearer !== undefined && /^[^.]+\.[^.]+\.[^.]*$/.test(bearer) ? await serviceOfToken(bearer) : await serviceOfKey(credential);
  if (!service) return refuse("auth.failed");
  if (!service.active) return refuse("service.inactive");
  if (!isAllowed(service.ipAllow, clientAddress(request))) return refuse("source.refused");
  return { ok: true, service };
}

async function serviceOfToken(token: string): Promise<ServiceRecord | undefined> {
  try {
    const { iss } = decodeJwt(token);
    const service = iss === undefined ? undefined : await findService(iss);
    const secret = service && (await jwtSecretOf(service.id));
    const { payload } = await jwtVerify(token, secret ?? nobodysSecret, {
      algorithms: ["HS256"],
      clockTolerance: leewaySeconds,
      requiredClaims: ["iss", "iat"],
      currentDate: new Date(now()),
    });
    const age = now() / 1_000 - (payload.iat ?? 0);
    if (!Number.isInteger(payload.iat) || age > tokenSeconds || age < -leewaySeconds) return undefined;
    return secret ? service : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a service takes calls from an address; an empty list allows everybody, one that is not known is in no list. */
function isAllowed(list: readonly string[], address: string | undefined): boolean {
  return list.length === 0 || (address !== undefined && new AddressList(list).includes(address));
}

function refuse(rule: "auth.missing" | "auth.failed" | "service.inactive" | "source.refused"): Authenticated {
  return { ok: false, problem: problem(rule, "") };
}
