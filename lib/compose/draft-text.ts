import { bodyOf } from "./assemble";
import type { Composition } from "./composition";
import type { Written } from "./merge";
import { nameOf } from "./name-of";

/** A composition as the server keeps it. */
export function draftOf(
  at: { id: string | null; revision: number; name: string | undefined },
  { request, shared, reach, attempt }: Composition,
) {
  return {
    id: at.id,
    revision: at.revision,
    name: at.name ?? nameOf(request),
    appid: request.appid,
    draft: JSON.stringify({ request, shared, reach, attempt }),
  };
}

/** What makes a version another one: the name under which it is tried does not. */
export function written({ request, shared, reach }: Written, name: string | undefined): string {
  return JSON.stringify([bodyOf(request), shared, reach, name]);
}
