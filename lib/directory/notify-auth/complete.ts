import { UnsealError } from "@/lib/auth/seal";
import { openParts, sealParts, type SealedParts } from "@/lib/auth/sealed-parts";
import { notifyAuthPlace } from "@/lib/auth/sealed-places";
import { masked, maskedChange, type Description } from "@/lib/describe/description";
import { notifyAuths, type NotifyAuthKind } from "@/lib/describe/notify-auths";
import { notifyAuthKinds } from "@/lib/inputs/notify-auth";
import type { EventOf } from "@/lib/policy/actions";
import { RefusedError } from "@/lib/verb/errors";

interface NotifyAuthDraft {
  name: string;
  kind: NotifyAuthKind;
  fields: Readonly<Record<string, string>>;
}

/** An authentication as the database has it. */
export interface StoredNotifyAuth {
  name: string;
  kind: string;
  settings: Record<string, unknown>;
  sealed: Uint8Array | null;
}

/**
 * Returns an authentication as its columns store it, and its event with masked secrets. Throws
 * `RefusedError`, which names fields and repeats no value.
 *
 * @param stored the present authentication: its secrets fill in for fields that are left out, as
 *   long as the kind stays the same
 */
export function completed(
  serviceId: string,
  id: string,
  { name, kind, fields }: NotifyAuthDraft,
  stored?: StoredNotifyAuth,
): SealedParts & { event: EventOf<"notifyAuth.add"> } {
  const what: Description = notifyAuths[kind];
  const place = notifyAuthPlace(serviceId, id);
  const storedSecrets = stored?.kind === kind ? secretsOf(what, stored, place) : {};
  const read = what.schema.safeParse({ ...storedSecrets, ...fields });
  if (!read.success)
    throw new RefusedError(
      ...read.error.issues.map(({ path, message }) => {
        const field = String(path[0]);
        return {
          pointer: `/fields/${field}`,
          message: Object.hasOwn(fields, field) ? message : "must not be empty",
        };
      }),
    );
  return {
    ...sealParts(what, read.data, place),
    event: { name, kind, ...changeOf({ name, kind, data: read.data }, stored, storedSecrets) },
  };
}

/**
 * What of an authentication is changed, for the audit log. Of another kind, nothing that it had is
 * compared with what it has now.
 */
function changeOf(
  {
    name,
    kind,
    data,
  }: { name: string; kind: NotifyAuthKind; data: Readonly<Record<string, unknown>> },
  stored: StoredNotifyAuth | undefined,
  secrets: Record<string, unknown>,
): Pick<EventOf<"notifyAuth.add">, "before" | "after"> {
  if (!stored) return maskedChange(notifyAuths[kind], {}, data);
  const had = { ...stored.settings, ...secrets };
  const { before, after } =
    stored.kind === kind
      ? maskedChange(notifyAuths[kind], had, data)
      : { before: {}, after: masked(notifyAuths[kind], data) };
  return {
    before: { name: stored.name, kind: stored.kind, ...before },
    after: { name, kind, ...after },
  };
}

/** What is no secret of a stored authentication, as its form is filled with it. */
export function shownSettings({ kind, settings }: StoredNotifyAuth): Record<string, string> {
  const listedKind = notifyAuthKinds.find((one) => one === kind);
  return listedKind ? masked(notifyAuths[listedKind], settings) : {};
}

function secretsOf(
  { fields }: Description,
  { sealed }: StoredNotifyAuth,
  place: string,
): Record<string, unknown> {
  try {
    return Object.fromEntries(
      Object.entries(openParts({}, sealed, place)).filter(
        ([field]) => fields[field]?.secret === true,
      ),
    );
  } catch (error) {
    // A secret that cannot be opened counts as missing: the form asks for it again.
    if (error instanceof UnsealError) return {};
    throw error;
  }
}
