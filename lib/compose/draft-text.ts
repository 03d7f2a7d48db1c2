import { bodyOf } from "./assemble";
import type { Composition } from "./composition";
import type { Written } from "./merge";
import { messageName } from "./name-of";

/** A composition as the server keeps it. */
export function draftOf(
  at: { id: string | null; revision: number; name: string | undefined },
  { request, shared, reach, attempt }: Composition,
) {
  return {
    id: at.id,
    revision: at.revision,
    name: at.name ?? messageName(request),
    appid: request.appid,
    draft: JSON.stringify({ request, shared, reach, attempt }),
  };
}

/** Returns a text that differs between versions; the name of the attempt is not part of it. */
export function versionText({ request, shared, reach }: Written, name: string | undefined): string {
  return JSON.stringify([bodyOf(request), shared, reach, name]);
}
