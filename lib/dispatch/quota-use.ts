import { database, type Sql } from "@/lib/database/sql";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { log } from "@/lib/log/log";
import type { Watch } from "@/lib/providers/provider";
import { now } from "@/lib/runtime/clock";
import { once } from "@/lib/runtime/once";
import { asWork } from "@/lib/runtime/work-class";
import { appsChanged } from "./app-changed";

/** Answers of a project in a minute that are not written yet. */
interface Use {
  endpoint: string;
  project: string;
  /** Its beginning: milliseconds UTC. */
  minute: number;
  requests: number;
  throttled: number;
}
interface PendingUses {
  uses: Map<string, Use>;
  /** Apps that they were for. */
  apps: Set<string>;
  timer: NodeJS.Timeout | undefined;
}

const minuteMs = 60_000;
/** What was counted is written this often while something is sent (milliseconds). */
const everyMs = 3_000;
/**
 * Minutes of projects in memory at most, while the database is away; those beyond are not counted.
 */
const mostHeld = 2_000;

const counted = () =>
  once<PendingUses>("quota-use", () => ({ uses: new Map(), apps: new Set(), timer: undefined }));

/**
 * Counts the answers of a Firebase project by the minute, refusals included, as its quota does.
 * Counts are collected in memory and written every three seconds, so that they cost a request
 * nothing; those of several processes and apps add up. A process that is killed loses unwritten
 * counts.
 *
 * @param credential as it is opened; other providers publish no quota
 */
export function quotaCounter(
  appId: string,
  provider: ProviderKind,
  credential: Record<string, unknown>,
): Watch["answered"] {
  const { endpoint, projectId: project } = credential;
  if (provider !== "fcm" || typeof endpoint !== "string" || typeof project !== "string")
    return () => undefined;
  return (throttled) => {
    const at = now();
    add({
      endpoint,
      project,
      minute: at - (at % minuteMs),
      requests: 1,
      throttled: throttled ? 1 : 0,
    });
    const state = counted();
    state.apps.add(appId);
    state.timer ??= setTimeout(() => void writeQuotaUse(), everyMs).unref();
  };
}

/**
 * Writes what was counted and not written yet. What cannot be written now is written with the next.
 */
export async function writeQuotaUse(): Promise<void> {
  const state = counted();
  clearTimeout(state.timer);
  state.timer = undefined;
  const { uses, apps } = state;
  if (uses.size === 0) return;
  state.uses = new Map();
  state.apps = new Set();
  try {
    await asWork("recording", () => database().transaction((tx) => write(tx, [...uses.values()])));
  } catch (error) {
    for (const use of uses.values()) add(use);
    for (const appId of apps) state.apps.add(appId);
    log().warn(
      { err: error },
      "the use of quotas could not be counted; it is written with the next",
    );
    return;
  }
  await appsChanged(apps);
}

function add(use: Use): void {
  const { uses } = counted();
  const name = `${use.minute} ${use.endpoint} ${use.project}`;
  const existingUse = uses.get(name);
  if (existingUse) {
    existingUse.requests += use.requests;
    existingUse.throttled += use.throttled;
  } else if (uses.size < mostHeld) uses.set(name, use);
}

async function write(tx: Sql, uses: readonly Use[]): Promise<void> {
  // Always in the same order: two processes that wait for each other's rows would wait for ever.
  await tx.query(
    `INSERT INTO quota_use AS u (endpoint, project, minute, requests, throttled)
     SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::int[]) AS n(endpoint, project, minute, requests, throttled)
     ORDER BY n.endpoint, n.project, n.minute
     ON CONFLICT (endpoint, project, minute) DO UPDATE SET requests = u.requests + excluded.requests, throttled = u.throttled + excluded.throttled`,
    [
      uses.map(({ endpoint }) => endpoint),
      uses.map(({ project }) => project),
      uses.map(({ minute }) => new Date(minute).toISOString()),
      uses.map(({ requests }) => requests),
      uses.map(({ throttled }) => throttled),
    ],
  );
}
