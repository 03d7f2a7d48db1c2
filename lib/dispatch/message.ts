import type { Sql } from "@/lib/database/sql";
import { findApp, type AppRecord } from "@/lib/directory/app/find";
import { versionById, type StoredVersion } from "@/lib/directory/template/version";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { parseRequest } from "@/lib/interface/parse";
import type { PushRequest } from "@/lib/interface/request";
import { appFacts } from "@/lib/payload/app-facts";
import type { PayloadContext } from "@/lib/payload/provider-request";
import { steady } from "@/lib/runtime/clock";
import { once } from "@/lib/runtime/once";
import { languageFor } from "@/lib/template/languages";
import { resolve } from "@/lib/template/resolve";
import { takeAccepted, type JustAccepted } from "./just-accepted";

/** A message as the workers need it: what was accepted, read again from its bytes. */
export interface LoadedMessage {
  transid: string;
  serviceId: string;
  /** The campaign that it is a part of. */
  campaignId: string | null;
  app: AppRecord;
  /** In the language that everybody gets, otherwise in the default one. */
  effective: EffectiveRequest;
  /**
   * The language of its template for a device of this language, "" for the default text (contract
   * 6).
   */
  languageFor: (device: string | null | undefined) => string;
  /** In one of those languages. Throws `UnreadableMessageError`. */
  effectiveIn: (language: string) => EffectiveRequest;
  priority: number;
  acceptedAt: Date;
  /**
   * Where its time to live counts from; milliseconds by `steady`: a clock that jumps changes
   * nothing.
   */
  livesFrom: number;
  expiresAt: Date | null;
}

interface Row extends Omit<JustAccepted, "read"> {
  templateVersionId: string | null;
  ageMs: number;
}

/** A message that cannot be read again: its app or its template version was deleted. */
export class UnreadableMessageError extends Error {}

/** What the builders want to know besides the message. `now` in milliseconds UTC. */
export function payloadContext(
  message: Pick<LoadedMessage, "transid" | "livesFrom" | "app">,
  now: number,
): PayloadContext {
  return {
    transid: message.transid,
    acceptedAt: now - (steady() - message.livesFrom),
    now,
    app: appFacts(message.app),
  };
}

/** What never changes of a message. Its app may, while it waits. */
type CachedMessage = Omit<LoadedMessage, "app"> & { appId: string };

/** Limits of the cache: a request of a thousand ids is large. Bytes of requests as they came. */
const most = { messages: 500, bytes: 8 * 1_048_576 };
type Messages = Map<string, Promise<CachedMessage>>;
type Memory = Map<string, { message: Promise<CachedMessage>; bytes: number }>;
const memory = () => once("messages", () => new Map() as Memory);

/**
 * Loads messages by transid, with their apps as they are now; leaves out those that do not exist.
 * Messages that this process accepted are not parsed again, the others are read from their rows. A
 * few hundred are cached in memory, since deliveries come in batches.
 */
export async function loadMessages(
  sql: Sql,
  transids: readonly string[],
): Promise<Map<string, LoadedMessage | UnreadableMessageError>> {
  const cache = memory();
  const messages: Messages = new Map();
  for (const transid of transids) {
    const cachedMessage = cache.get(transid);
    if (cachedMessage) messages.set(transid, cachedMessage.message);
  }
  const absent = [...new Set(transids)].filter((transid) => !messages.has(transid));
  const unread = absent.filter((transid) => {
    const acceptedMessage = takeAccepted(transid);
    if (acceptedMessage)
      messages.set(
        transid,
        keep(
          cache,
          acceptedMessage,
          Promise.resolve(inLanguages(acceptedMessage, acceptedMessage.read)),
        ),
      );
    return acceptedMessage === undefined;
  });
  for (const row of await rowsOf(sql, unread))
    messages.set(row.transid, keep(cache, row, read(row)));
  const loadedMessages = await withApps(messages);
  trim(cache);
  return loadedMessages;
}

/**
 * The same for pages and lists, as they are stored now: what the workers have in memory is neither
 * used nor pushed out. Each costs a parse of its request.
 */
export async function readMessages(
  sql: Sql,
  transids: readonly string[],
): Promise<Map<string, LoadedMessage | UnreadableMessageError>> {
  return withApps(new Map((await rowsOf(sql, transids)).map((row) => [row.transid, read(row)])));
}

async function rowsOf(sql: Sql, transids: readonly string[]): Promise<Row[]> {
  if (transids.length === 0) return [];
  return sql.query<Row>(
    `SELECT id AS transid, service_id AS "serviceId", app_id AS "appId", campaign_id AS "campaignId", request, template_version_id AS "templateVersionId", language, priority,
       accepted_at AS "acceptedAt", (extract(epoch FROM now() - coalesce(counted_from, accepted_at)) * 1000)::float8 AS "ageMs", expires_at AS "expiresAt"
     FROM message WHERE id = ANY($1::uuid[])`,
    [transids],
  );
}

async function withApps(
  messages: Messages,
): Promise<Map<string, LoadedMessage | UnreadableMessageError>> {
  // All are awaited below: one that fails meanwhile is not unhandled.
  for (const message of messages.values()) message.catch(() => undefined);
  const loadedMessages = new Map<string, LoadedMessage | UnreadableMessageError>();
  for (const [transid, message] of messages) {
    try {
      loadedMessages.set(transid, await withApp(await message));
    } catch (error) {
      if (!(error instanceof UnreadableMessageError)) throw error;
      loadedMessages.set(transid, error);
    }
  }
  return loadedMessages;
}

function keep(
  cache: Memory,
  { transid, request }: Pick<JustAccepted, "transid" | "request">,
  message: Promise<CachedMessage>,
): Promise<CachedMessage> {
  message.catch(() => cache.delete(transid));
  cache.set(transid, { message, bytes: request.length });
  return message;
}

function trim(cache: Memory): void {
  let sum = 0;
  for (const { bytes } of cache.values()) sum += bytes;
  for (const [oldest, { bytes }] of cache) {
    if (cache.size <= most.messages && sum <= most.bytes) return;
    cache.delete(oldest);
    sum -= bytes;
  }
}

async function withApp({ appId, ...message }: CachedMessage): Promise<LoadedMessage> {
  const app = await findApp(appId);
  if (!app) throw new UnreadableMessageError("the app was deleted");
  return { ...message, app };
}

async function read(row: Row): Promise<CachedMessage> {
  const livesFrom = steady() - row.ageMs;
  // It was judged on arrival, by the settings of that moment; what is left to do is to read it in
  // the same way.
  const parsed = parseRequest(row.request, {
    sizeRule: "message",
    httpsOnly: false,
    now: row.acceptedAt.getTime(),
  });
  if (!parsed.ok)
    throw new UnreadableMessageError(
      `the stored request cannot be read: ${parsed.problems[0]?.message ?? ""}`,
    );
  const version = row.templateVersionId ? await versionById(row.templateVersionId) : undefined;
  return inLanguages(row, { request: parsed.request, version, livesFrom });
}

type FixedFields = Pick<
  Row,
  | "transid"
  | "serviceId"
  | "appId"
  | "campaignId"
  | "language"
  | "priority"
  | "acceptedAt"
  | "expiresAt"
>;

/**
 * @param read the parsed request; `effective`, if already resolved, in the language that everybody
 *   gets
 */
function inLanguages(
  { transid, serviceId, appId, campaignId, language, priority, acceptedAt, expiresAt }: FixedFields,
  read: {
    request: PushRequest;
    version: StoredVersion | undefined;
    effective?: EffectiveRequest;
    livesFrom: number;
  },
): CachedMessage {
  const { request, version, livesFrom } = read;
  const languages = version?.languages ?? [];
  const fixed = language === null ? undefined : languageFor(languages, language);
  const resolved = new Map(read.effective && [[fixed ?? "", read.effective]]);
  const effectiveIn = (tag: string): EffectiveRequest => {
    const resolvedRequest = resolved.get(tag);
    if (resolvedRequest) return resolvedRequest;
    const now = resolve(request, version, tag);
    if (!now.ok)
      throw new UnreadableMessageError(
        `the stored request cannot be resolved: ${now.problems[0]?.message ?? ""}`,
      );
    resolved.set(tag, now.effective);
    return now.effective;
  };
  return {
    transid,
    serviceId,
    appId,
    campaignId,
    effective: effectiveIn(fixed ?? ""),
    languageFor: (device) => fixed ?? languageFor(languages, device),
    effectiveIn,
    priority,
    acceptedAt,
    livesFrom,
    expiresAt,
  };
}
