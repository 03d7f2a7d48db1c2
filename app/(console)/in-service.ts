import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { presentService } from "@/components/shell/present-service";
import { ForbiddenError, type Member } from "@/lib/auth/member";
import { requireMember } from "@/lib/auth/session";
import { listServices, type OwnService } from "@/lib/directory/service/list";
import { single, withQuery } from "@/lib/inputs/paths";
import type { Action } from "@/lib/policy/actions";
import { can, type Verdict } from "@/lib/policy/can";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";

/** The query of an address, as Next hands it to a page. */
export type Query = Record<string, string | string[] | undefined>;

/** What Next hands to the page of one thing. */
export interface ThingPageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<Query>;
}

/** Who looks, and at which service. */
export interface InService {
  /** Whom views are called with. */
  as: { actor: Member };
  serviceId: string;
  /** Whether the member may do something here, and why not. */
  may: (action: Action) => Verdict;
  /** Of the page's address. */
  query: Query;
}

/** The services of the signed-in member, read once a request. */
export const ownServices = cache(async (): Promise<OwnService[]> =>
  listServices({ actor: await requireMember() }),
);

/**
 * The service that a list looks at: the one that `?service=` names, else the first. One that is not
 * the member's answers the not-found page.
 */
export async function inService(query: Query): Promise<InService> {
  const member = await requireMember();
  const named = single(query["service"]);
  // Of more services than are listed one is still in those that one is in.
  if (named !== undefined && Object.hasOwn(member.services, named))
    return inside(member, named, query);
  const service = presentService(await ownServices(), named);
  return service ? inside(member, service.id, query) : notFound();
}

/**
 * The service of the one thing that a page shows. Where the address looks at another one it is put
 * right, so that the frame and all links of the page speak of the same.
 */
export async function inServiceOf(
  thing: { serviceId: string },
  path: string,
  query: Query,
): Promise<InService> {
  const { serviceId } = thing;
  const named = single(query["service"]);
  if (
    named === serviceId ||
    (named === undefined && presentService(await ownServices(), named)?.id === serviceId)
  )
    return inside(await requireMember(), serviceId, query);
  const rest = Object.entries(query).map(([name, value]) => [name, single(value)] as const);
  redirect(withQuery(path, { ...Object.fromEntries(rest), service: serviceId }));
}

/**
 * Returns what a view reads. Shows the not-found page where there is nothing by that id, or it is
 * of a service that the member is not in; both look the same.
 */
export async function orNotFound<T>(read: Promise<T>): Promise<T> {
  return (await ifFound(read)) ?? notFound();
}

/** Returns what a view reads; undefined where there is nothing, or nothing of the member's. */
export async function ifFound<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return undefined;
    // What cannot be an id names nothing.
    if (
      error instanceof RefusedError &&
      error.problems.every(({ pointer }) => /^\/(id|\w+Id)$/.test(pointer))
    )
      return undefined;
    throw error;
  }
}

/** Titles a page by the name of the one thing that it shows; `unnamed` where there is none. */
export function titleOf(open: (id: string) => Promise<{ name: string }>, unnamed: string) {
  return async ({ params }: Pick<ThingPageProps, "params">): Promise<Metadata> => {
    const thing = await ifFound(open((await params).id));
    return { title: thing?.name ?? unnamed };
  };
}

function inside(member: Member, serviceId: string, query: Query): InService {
  return {
    as: { actor: member },
    serviceId,
    may: (action) => can(member, action, serviceId),
    query,
  };
}
