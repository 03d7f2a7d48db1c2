import { memberIdOf } from "@/lib/auth/member";
import { seal } from "@/lib/auth/seal";
import { signOnSecretPlace } from "@/lib/auth/sealed-places";
import { isId } from "@/lib/database/id";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { connectionSchema } from "@/lib/inputs/sign-on";
import { placeOf, type Actor } from "@/lib/policy/can";
import { once } from "@/lib/runtime/once";
import { TokenBuckets } from "@/lib/runtime/token-buckets";
import { rejectInput, unlessTaken } from "@/lib/verb/errors";
import { verbInSteps } from "@/lib/verb/verb";
import { connectionNamed, inNoService, type Connection } from "./connection";
import { IssuerError } from "./faults";
import { askIssuer } from "./provider";

/** Connections of an installation: each is a button on the page to sign in at. */
const mostConnections = 10;
/** Times that one member may have an issuer asked in a minute. */
const perMinute = 20;
const checkBuckets = () =>
  once("issuer-checks", () => new TokenBuckets(perMinute / 60, { burstSeconds: 60 }));

/** What is written of a connection, apart from its secret. */
type ConnectionFields = Omit<Connection, "id" | "provenAt" | "updatedAt">;

/**
 * Sets up a connection, or changes it, once its issuer has answered with a valid discovery
 * document; stores the issuer as that document spells it. The secret stays where none is entered,
 * as long as the issuer stays the same. It can be enforced only once a user has signed in by it as
 * it is, and with an owner who may still sign in by password. Refusals name the field.
 */
export const saveConnection = verbInSteps({
  action: "connection.save",
  input: connectionSchema,
  service: inNoService,
  run: async ({ actor, audit }, input) => {
    const { id, clientSecret, ...fields } = input;
    if (!isId(id)) rejectInput("This request is not valid. Load the page again.");
    const before = await connectionNamed(database(), id);
    const secret = clientSecret === "" ? before?.secret() : clientSecret;
    if (secret === undefined)
      rejectInput("Enter the client secret from the provider.", "/clientSecret");
    if (
      clientSecret === "" &&
      before &&
      new URL(before.issuer).origin !== new URL(fields.issuer).origin
    )
      rejectInput("Enter it again, because the address has changed.", "/clientSecret");
    const issuer = await issuerOf(actor, fields.issuer, fields.clientId, secret);
    const isSame = before?.issuer === issuer && before.clientId === fields.clientId;
    const after = {
      ...fields,
      issuer,
      breakGlassId: fields.breakGlassId === "" ? null : fields.breakGlassId,
      groups: fields.groups.map(({ group, serviceId, ...place }) => ({
        group,
        serviceId,
        ...placeOf(place),
      })),
    };
    return repeatedTransaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(7105100, 3)");
      const now = await connectionNamed(tx, id);
      if (now?.updatedAt.getTime() !== before?.updatedAt.getTime())
        rejectInput(
          "Another member saved this connection. Load the page again to see the changes.",
        );
      await assertAlone(tx, id, after.domains);
      const breakGlass = await breakGlassOf(tx, after.breakGlassId);
      if (after.enforced && breakGlass === null)
        rejectInput(
          "Choose an owner who may sign in by password when the provider is unavailable.",
          "/breakGlassId",
        );
      if (after.enforced && !(isSame && now?.provenAt))
        rejectInput(
          "Save it, then sign in with it once or press “Try it”. After that you can enforce it.",
          "/enforced",
        );
      await storeConnection(tx, id, after, seal(secret, signOnSecretPlace(id)), isSame);
      await storeGroups(tx, id, after.groups);
      const event = {
        name: after.name,
        before: now ? seenOf(now, await breakGlassOf(tx, now.breakGlassId, true)) : {},
        after: seenOf(after, breakGlass),
        secret: clientSecret !== "",
      };
      await audit(tx, id, event);
      return { row: { id } };
    });
  },
});

async function issuerOf(
  actor: Actor,
  issuer: string,
  clientId: string,
  secret: string,
): Promise<string> {
  const seconds = checkBuckets().take(memberIdOf(actor) ?? "", 1);
  if (seconds > 0) rejectInput(`Too many checks in a minute. Try again in ${seconds} seconds.`);
  try {
    return (await askIssuer(issuer, clientId, secret)).serverMetadata().issuer;
  } catch (error) {
    if (error instanceof IssuerError) rejectInput(error.message, "/issuer");
    throw error;
  }
}

/** Refuses domains that another connection speaks for, and more connections than there may be. */
async function assertAlone(tx: Sql, id: string, domains: readonly string[]): Promise<void> {
  const others = await tx.query<{ name: string; domains: string[] }>(
    "SELECT name, coalesce(domains, '{}') AS domains FROM sign_on_connection WHERE id <> $1",
    [id],
  );
  if (others.length >= mostConnections)
    rejectInput(`There can be ${mostConnections} connections at most. Remove one first.`);
  for (const { name, domains: otherDomains } of others) {
    const both = domains.find((domain) => otherDomains.includes(domain));
    if (both !== undefined) rejectInput(`${both} is already a domain of ${name}.`, "/domains");
  }
}

/**
 * The address of a break-glass owner; null for none. Refuses who could not sign in by password,
 * unless it is only read who it was.
 */
async function breakGlassOf(
  tx: Sql,
  id: string | null,
  isReadOnly = false,
): Promise<string | null> {
  if (id === null) return null;
  const [row] = isId(id)
    ? await tx.query<{ email: string; fit: boolean }>(
        "SELECT email, installation_owner AND disabled_at IS NULL AND password_hash <> '' AS fit FROM member WHERE id = $1 FOR SHARE",
        [id],
      )
    : [];
  if (!isReadOnly && row?.fit !== true)
    rejectInput("Choose an owner of the installation who has a password.", "/breakGlassId");
  return row?.email ?? null;
}

/**
 * Inserts or replaces a connection. It counts as proven only while it is the same: with the issuer
 * and the client that it was proven with.
 */
async function storeConnection(
  tx: Sql,
  id: string,
  fields: ConnectionFields,
  secretSealed: Uint8Array,
  isSame: boolean,
): Promise<void> {
  const { name, issuer, clientId, domains, trustsEmails, groupsClaim, enforced, breakGlassId } =
    fields;
  await unlessTaken(
    tx.query(
      `INSERT INTO sign_on_connection (id, name, issuer, client_id, secret_sealed, domains, trusts_emails, groups_claim, enforced, break_glass_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, issuer = excluded.issuer, client_id = excluded.client_id, secret_sealed = excluded.secret_sealed,
         domains = excluded.domains, trusts_emails = excluded.trusts_emails, groups_claim = excluded.groups_claim, enforced = excluded.enforced,
         break_glass_id = excluded.break_glass_id, updated_at = clock_timestamp(), proven_at = CASE WHEN $11::boolean THEN sign_on_connection.proven_at END`,
      [
        id,
        name,
        issuer,
        clientId,
        secretSealed,
        domains,
        trustsEmails,
        groupsClaim,
        enforced,
        breakGlassId,
        isSame,
      ],
    ),
    "A connection to this issuer already exists.",
    "/issuer",
  );
}

async function storeGroups(tx: Sql, id: string, groups: Connection["groups"]): Promise<void> {
  const seen = new Set<string>();
  for (const [at, { group, serviceId }] of groups.entries()) {
    const name = JSON.stringify([group, serviceId]);
    if (seen.has(name))
      rejectInput("This group already has a role in this service.", `/groups/${at}/group`);
    seen.add(name);
    const [service] = isId(serviceId)
      ? await tx.query("SELECT 1 FROM service WHERE id = $1", [serviceId])
      : [];
    if (!service) rejectInput("Choose a service.", `/groups/${at}/serviceId`);
  }
  await tx.query("DELETE FROM sign_on_group WHERE connection_id = $1", [id]);
  for (const { group, serviceId, role, maySend, mayApprove } of groups)
    await tx.query(
      `INSERT INTO sign_on_group (connection_id, group_name, service_id, role, may_send, may_approve) VALUES ($1, $2, $3, $4::"Role", $5, $6)`,
      [id, group, serviceId, role, maySend, mayApprove],
    );
}

/** What the audit log keeps of a connection. */
function seenOf(connection: Omit<ConnectionFields, "breakGlassId">, breakGlass: string | null) {
  const { name, issuer, clientId, domains, trustsEmails, groupsClaim, groups, enforced } =
    connection;
  const roles = groups
    .map(({ group, serviceId, role }) => `${group}: ${role} in ${serviceId}`)
    .join("; ");
  return {
    name,
    issuer,
    clientId,
    domains: domains.join(", "),
    trustsEmails,
    groupsClaim,
    groups: roles,
    enforced,
    breakGlass,
  };
}
