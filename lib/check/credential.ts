import type { z } from "zod";
import { memberIdOf } from "@/lib/auth/member";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { masked } from "@/lib/describe/description";
import { serviceOfApp } from "@/lib/directory/app/service-of";
import { flagCredential, unflagCredential } from "@/lib/directory/credential/load";
import { storeCredential } from "@/lib/directory/credential/store";
import {
  readStoredCredential,
  placesIn,
  secretsIn,
  type StoredCredential,
} from "@/lib/directory/credential/stored-credential";
import { asSentence, type Conflict } from "@/lib/inputs/answer";
import {
  credentialSchema,
  namedCredentialSchema,
  writtenCredentialSchema,
} from "@/lib/inputs/credential";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { schemaProblems } from "@/lib/interface/pointer";
import type { Actor } from "@/lib/policy/can";
import type { Members } from "@/lib/providers/credential-check";
import { providers } from "@/lib/providers/credentials";
import { once } from "@/lib/runtime/once";
import { TokenBuckets } from "@/lib/runtime/token-buckets";
import { assertCurrent, lastWriter } from "@/lib/verb/assert-current";
import { ConflictError, NotFoundError, rejectInput, RefusedError } from "@/lib/verb/errors";
import { verbInSteps, type NoChange } from "@/lib/verb/verb";
import { askProvider, type Verdict } from "./ask-provider";
import { unusableIn } from "./credential-fault";

/** Times that one member may have a provider asked in a minute. */
const perMinute = 20;
const checkBuckets = () =>
  once("credential-checks", () => new TokenBuckets(perMinute / 60, { burstSeconds: 60 }));

/**
 * What became of a credential that was handed in; `unreached` says why the provider could not be
 * asked, and then nothing was saved.
 */
export type SavedCredential =
  | { kind: "saved"; checked: boolean }
  | Extract<Verdict, { kind: "unreached" }>;

/**
 * Stores an app's credential for one provider once the provider has accepted it. A refused one
 * changes nothing, so that the one before stays in use; the refusal names the member to mend. Where
 * the provider cannot be asked nothing is stored either, unless `unchecked` is set.
 *
 * Secret members that are left out stay as they are, as long as no address and no certificate
 * changes: a secret goes only where the user who entered it sent it, and nowhere else.
 */
export const saveCheckedCredential = verbInSteps({
  action: "checkedCredential.save",
  input: writtenCredentialSchema,
  service: serviceOfApp,
  run: async (
    { actor, audit, serviceId },
    { appId, provider, credential: input, unchecked, revision },
  ): Promise<{ row: SavedCredential } | NoChange<SavedCredential>> => {
    const { storedCredential, lab } = await readStoredCredential(database(), appId, provider);
    if (storedCredential)
      await assertCurrentCredential(storedCredential, {
        expected: revision,
        serviceId,
        appId,
        provider,
      });
    const next = completed(appId, provider, input, storedCredential);
    if (unchecked !== true) {
      mayAsk(actor);
      const verdict = await askProvider(provider, next.credential as Members, lab);
      if (verdict.kind === "refused")
        rejectInput(
          verdict.says,
          verdict.field === undefined ? "" : `/credential/${verdict.field}`,
        );
      if (verdict.kind === "unreached") return { unchanged: verdict };
    } else {
      const unusable = unusableIn(provider, next.credential as Members);
      if (unusable) rejectInput(unusable.says, `/credential/${unusable.field}`);
    }
    const checked = unchecked !== true;
    await repeatedTransaction(async (tx) => {
      await stillAs(tx, { serviceId, appId, provider }, storedCredential);
      await audit(tx, `${appId}:${provider}`, await storeCredential(tx, next, checked));
    });
    return { row: { kind: "saved", checked } };
  },
});

/**
 * Asks a provider whether it accepts the stored credential. Accepted: removes its flag, so that
 * messages that waited for it go on. Refused: flags it, as the next message would. Where the
 * provider cannot be asked nothing changes.
 */
export const checkCredential = verbInSteps({
  action: "credential.check",
  input: namedCredentialSchema,
  service: serviceOfApp,
  run: async (
    { actor, audit, serviceId },
    { appId, provider },
  ): Promise<{ row: Verdict } | NoChange<Verdict>> => {
    const { storedCredential, lab } = await readStoredCredential(database(), appId, provider);
    if (!storedCredential) throw new NotFoundError("This credential");
    const { credential } = readWhole(appId, provider, storedCredential.whole ?? {});
    mayAsk(actor);
    const verdict = await askProvider(provider, credential as Members, lab);
    if (verdict.kind === "unreached") return { unchanged: verdict };
    const accepted = verdict.kind === "accepted";
    await repeatedTransaction(async (tx) => {
      await stillAs(tx, { serviceId, appId, provider }, storedCredential);
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
});

/** Where a credential is. */
interface Place {
  serviceId: string;
  appId: string;
  provider: ProviderKind;
}

type CompleteCredential = z.output<typeof credentialSchema>;

function readWhole(
  appId: string,
  provider: ProviderKind,
  credential: Record<string, unknown>,
): CompleteCredential {
  const read = credentialSchema.safeParse({ appId, provider, credential });
  if (!read.success)
    throw new RefusedError(
      ...schemaProblems(read.error).map(({ pointer, message }) => ({
        pointer,
        message: asSentence(message),
      })),
    );
  return read.data;
}

/** Returns the input, completed with the stored secret members where it has none. */
function completed(
  appId: string,
  provider: ProviderKind,
  input: Readonly<Record<string, string | undefined>>,
  storedCredential: StoredCredential | undefined,
): CompleteCredential {
  const filledMembers = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined && value !== ""),
  );
  const staying = secretsIn(provider, filledMembers).filter(
    (name) => storedCredential?.whole?.[name] !== undefined && !Object.hasOwn(filledMembers, name),
  );
  const whole = readWhole(appId, provider, {
    ...Object.fromEntries(staying.map((name) => [name, storedCredential?.whole?.[name]])),
    ...filledMembers,
  });
  const members = whole.credential as Members;
  const isMoved = placesIn(provider, members).some(
    (name) => members[name] !== storedCredential?.settings[name],
  );
  const again = isMoved ? staying : [];
  const message = "Enter it again, because the address has changed.";
  if (again.length > 0)
    throw new RefusedError(...again.map((name) => ({ pointer: `/credential/${name}`, message })));
  return whole;
}

const credentialSaves = [
  "credential.save",
  "checkedCredential.save",
  "webPushKeys.create",
] as const;

/** Throws `ConflictError` where the form was filled from a credential that was replaced since. */
function assertCurrentCredential(
  storedCredential: StoredCredential,
  { expected, serviceId, appId, provider }: Place & { expected: number | undefined },
): Promise<void> {
  const [{ revision }, theirs] = [storedCredential, theirsOf(provider, storedCredential)];
  return assertCurrent(database(), {
    expected,
    revision,
    actions: credentialSaves,
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
  before: StoredCredential | undefined,
): Promise<void> {
  const { storedCredential: now } = await readStoredCredential(tx, appId, provider, "lock");
  if (now?.version === before?.version) return;
  if (!now) throw new NotFoundError("This credential");
  const writer = await lastWriter(tx, {
    actions: credentialSaves,
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
function theirsOf(provider: ProviderKind, { settings }: StoredCredential): Conflict["theirs"] {
  return { credential: masked(providers[provider], settings) };
}

function mayAsk(actor: Actor): void {
  const seconds = checkBuckets().take(memberIdOf(actor) ?? "", 1);
  if (seconds > 0) rejectInput(`Too many checks in a minute. Try again in ${seconds} seconds.`);
}
