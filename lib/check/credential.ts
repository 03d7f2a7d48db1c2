import type { z } from "zod";
import { memberIdOf } from "@/lib/auth/member";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { masked } from "@/lib/describe/description";
import { providers } from "@/lib/describe/providers";
import { serviceOfApp } from "@/lib/directory/app/service-of";
import {
  keptCredential,
  placesIn,
  secretsIn,
  type KeptCredential,
} from "@/lib/directory/credential/kept";
import { flagCredential, unflagCredential } from "@/lib/directory/credential/load";
import { storeCredential } from "@/lib/directory/credential/store";
import { asSentence, type Conflict } from "@/lib/inputs/answer";
import {
  credentialSchema,
  namedCredentialSchema,
  writtenCredentialSchema,
} from "@/lib/inputs/credential";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { pointerOf } from "@/lib/interface/pointer";
import type { Actor } from "@/lib/policy/can";
import { once } from "@/lib/runtime/once";
import { TokenBuckets } from "@/lib/runtime/token-buckets";
import { assertCurrent, lastWriter } from "@/lib/verb/assert-current";
import { ConflictError, NotFoundError, refuse, RefusedError } from "@/lib/verb/errors";
import { verbInSteps, type Unchanged } from "@/lib/verb/verb";
import { askProvider, type Verdict } from "./ask-provider";
import { unusableIn, type Members } from "./credential-fault";

/** Times that one member may have a provider asked in a minute. */
const perMinute = 20;
const asked = () =>
  once("credential-checks", () => new TokenBuckets(perMinute / 60, { burstSeconds: 60 }));

/**
 * What became of a credential that was handed in; `unreached` says why the provider could not be
 * asked, and then nothing was saved.
 */
export type SavedCredential =
  | { kind: "saved"; checked: boolean }
  | Extract<Verdict, { kind: "unreached" }>;

/**
 * Keeps an app's credential for one provider once the provider has taken it. One that is refused
 * changes nothing, so that the one before stays in use; the refusal names the member to mend. Where
 * the provider cannot be asked nothing is kept either, unless `unchecked` says so.
 *
 * Secret members that are left out stay as they are, as long as no address and no certificate
 * changes: a secret goes only where the user who entered it sent it, and nowhere else.
 */
export const saveCheckedCredential = verbInSteps(
  "credential.save",
  writtenCredentialSchema,
  serviceOfApp,
  async (
    { actor, audit, serviceId },
    { appId, provider, credential: written, unchecked, revision },
  ): Promise<{ row: SavedCredential } | Unchanged<SavedCredential>> => {
    const { kept, lab } = await keptCredential(database(), appId, provider);
    if (kept)
      await assertCurrentCredential(kept, { expected: revision, serviceId, appId, provider });
    const next = completed(appId, provider, written, kept);
    if (unchecked !== true) {
      mayAsk(actor);
      const verdict = await askProvider(provider, next.credential as Members, lab);
      if (verdict.kind === "refused")
        refuse(verdict.says, verdict.field === undefined ? "" : `/credential/${verdict.field}`);
      if (verdict.kind === "unreached") return { unchanged: verdict };
    } else {
      const unusable = unusableIn(provider, next.credential as Members);
      if (unusable) refuse(unusable.says, `/credential/${unusable.field}`);
    }
    const checked = unchecked !== true;
    await repeatedTransaction(async (tx) => {
      await stillAs(tx, { serviceId, appId, provider }, kept);
      await audit(tx, `${appId}:${provider}`, await storeCredential(tx, next, checked));
    });
    return { row: { kind: "saved", checked } };
  },
);

/**
 * Asks a provider whether it takes the credential that is kept. Taken, its flag is lifted, so that
 * messages that waited for it go on; refused, it is flagged, as it would be by the next message.
 * Where the provider cannot be asked all stays as it is.
 */
export const checkKeptCredential = verbInSteps(
  "credential.check",
  namedCredentialSchema,
  serviceOfApp,
  async (
    { actor, audit, serviceId },
    { appId, provider },
  ): Promise<{ row: Verdict } | Unchanged<Verdict>> => {
    const { kept, lab } = await keptCredential(database(), appId, provider);
    if (!kept) throw new NotFoundError("This credential");
    const { credential } = readWhole(appId, provider, kept.whole ?? {});
    mayAsk(actor);
    const verdict = await askProvider(provider, credential as Members, lab);
    if (verdict.kind === "unreached") return { unchanged: verdict };
    const accepted = verdict.kind === "accepted";
    await repeatedTransaction(async (tx) => {
      await stillAs(tx, { serviceId, appId, provider }, kept);
      await tx.query(
        "UPDATE credential SET checked_at = CASE WHEN $3::boolean THEN now() END WHERE app_id = $1 AND provider = $2",
        [appId, provider, accepted],
      );
      if (verdict.kind === "refused") await flagCredential(tx, appId, provider, verdict.says);
      else await unflagCredential(tx, appId, provider);
      await audit(tx, `${appId}:${provider}`, { provider, accepted });
    });
    return { row: verdict };
  },
);

/** Where a credential is. */
interface Place {
  serviceId: string;
  appId: string;
  provider: ProviderKind;
}

type Whole = z.output<typeof credentialSchema>;

function readWhole(
  appId: string,
  provider: ProviderKind,
  credential: Record<string, unknown>,
): Whole {
  const read = credentialSchema.safeParse({ appId, provider, credential });
  if (!read.success)
    throw new RefusedError(
      ...read.error.issues.map(({ path, message }) => ({
        pointer: pointerOf(path),
        message: asSentence(message),
      })),
    );
  return read.data;
}

/** What was written, with the secret members that are kept where none were written. */
function completed(
  appId: string,
  provider: ProviderKind,
  written: Readonly<Record<string, string | undefined>>,
  kept: KeptCredential | undefined,
): Whole {
  const given = Object.fromEntries(
    Object.entries(written).filter(([, value]) => value !== undefined && value !== ""),
  );
  const staying = secretsIn(provider, given).filter(
    (name) => kept?.whole?.[name] !== undefined && !Object.hasOwn(given, name),
  );
  const whole = readWhole(appId, provider, {
    ...Object.fromEntries(staying.map((name) => [name, kept?.whole?.[name]])),
    ...given,
  });
  const members = whole.credential as Members;
  const isMoved = placesIn(provider, members).some(
    (name) => members[name] !== kept?.settings[name],
  );
  const again = isMoved ? staying : [];
  const message = "Enter it again, because the address has changed.";
  if (again.length > 0)
    throw new RefusedError(...again.map((name) => ({ pointer: `/credential/${name}`, message })));
  return whole;
}

/** Throws `ConflictError` where the form was filled from a credential that was replaced since. */
function assertCurrentCredential(
  kept: KeptCredential,
  { expected, serviceId, appId, provider }: Place & { expected: number | undefined },
): Promise<void> {
  const [{ revision }, theirs] = [kept, theirsOf(provider, kept)];
  return assertCurrent(database(), {
    expected,
    revision,
    action: "credential.save",
    serviceId,
    entity: `${appId}:${provider}`,
    theirs,
  });
}

/**
 * Throws `ConflictError` where the credential was saved while its provider was asked, and
 * `NotFoundError` where it was removed: what was stored of the older one must not come back.
 */
async function stillAs(
  tx: Sql,
  { serviceId, appId, provider }: Place,
  before: KeptCredential | undefined,
): Promise<void> {
  const { kept: now } = await keptCredential(tx, appId, provider, "lock");
  if (now?.version === before?.version) return;
  if (!now) throw new NotFoundError("This credential");
  const writer = await lastWriter(tx, {
    action: "credential.save",
    serviceId,
    entity: `${appId}:${provider}`,
  });
  const message = `${writer.by} saved this credential in the meantime. Load the page again to see the changes.`;
  throw new ConflictError(
    { revision: now.revision, ...writer, theirs: theirsOf(provider, now) },
    { pointer: "", message },
  );
}

/** What a form would be filled with now. */
function theirsOf(provider: ProviderKind, { settings }: KeptCredential): Conflict["theirs"] {
  return { credential: masked(providers[provider], settings) };
}

function mayAsk(actor: Actor): void {
  const seconds = asked().take(memberIdOf(actor) ?? "", 1);
  if (seconds > 0) refuse(`Too many checks in a minute. Try again in ${seconds} seconds.`);
}
