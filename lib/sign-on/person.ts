import { ownerSchema } from "@/lib/inputs/member";
import { isSendable } from "@/lib/interface/text";
import { placeOf, type Membership } from "@/lib/policy/can";
import { roles } from "@/lib/policy/roles";
import type { Connection, GroupRole } from "./connection";

/** Claims of an ID token and of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** The identity of a user at a provider. */
export interface Person {
  subject: string;
  /** Lower case; undefined where there is none, or none that a member can have. */
  email: string | undefined;
  /** The provider says that it is theirs. */
  verified: boolean;
  /** What to call them. */
  name: string;
  /** Undefined where the provider has more than it sent along: the groups are unknown then. */
  groups: readonly string[] | undefined;
}

/** Reads claims, which may hold anything. */
export function personOf(claims: Claims, { groupsClaim }: Pick<Connection, "groupsClaim">): Person {
  const {
    sub,
    email: emailClaim,
    email_verified: verified,
    name,
    given_name: givenName,
    family_name: familyName,
  } = claims;
  const email = ownerSchema.shape.email.safeParse(emailClaim).data;
  const full = [givenName, familyName].filter((part) => typeof part === "string").join(" ");
  const called = [name, full, email?.split("@")[0]].find(
    (text) => typeof text === "string" && text.trim() !== "" && isSendable(text),
  );
  return {
    subject: typeof sub === "string" ? sub : "",
    email,
    // Some write it as a text.
    verified: verified === true || verified === "true",
    name:
      typeof called === "string"
        ? called
            .trim()
            .slice(0, 100)
            .replace(/[\uD800-\uDBFF]$/, "")
        : "",
    groups: groupsIn(claims, groupsClaim),
  };
}

/** A claim by its name, or by the path to it: `realm_access.roles`. */
function groupsIn(claims: Claims, name: string): readonly string[] | undefined {
  const claim = own(claims, name) ?? name.split(".").reduce<unknown>(own, claims);
  if (typeof claim === "string") return [claim];
  if (Array.isArray(claim)) return claim.filter((group) => typeof group === "string");
  // Too many to be sent along (Microsoft Entra ID, "groups overage").
  return own(own(claims, "_claim_names"), name) !== undefined || claims["hasgroups"] === true
    ? undefined
    : [];
}

function own(of: unknown, name: string): unknown {
  return typeof of === "object" && of !== null && Object.hasOwn(of, name)
    ? (of as Claims)[name]
    : undefined;
}

/**
 * What groups are in each service that any group of the connection is something in: the highest
 * role, with all that is granted with it; null for nothing.
 */
export function placesOf(
  groups: readonly string[],
  mapped: readonly GroupRole[],
): Map<string, Membership | null> {
  const places = new Map<string, Membership | null>();
  const has = new Set(groups);
  for (const { group, serviceId, ...place } of mapped) {
    const before = places.get(serviceId) ?? null;
    places.set(serviceId, has.has(group) ? higher(before, placeOf(place)) : before);
  }
  return places;
}

function higher(one: Membership | null, other: Membership): Membership {
  if (one === null) return other;
  if (one.role === other.role)
    return {
      role: one.role,
      maySend: one.maySend || other.maySend,
      mayApprove: one.mayApprove || other.mayApprove,
    };
  return roles.indexOf(one.role) > roles.indexOf(other.role) ? one : other;
}

/** Whether an e-mail address is of one of these domains. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf("@") + 1));
}
