import { randomUUID } from "node:crypto";
import { database, type Sql } from "@/lib/database/sql";
import { circuitLife } from "@/lib/directory/credential/circuits";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { log } from "@/lib/log/log";
import type { OpenCircuit, Watch } from "@/lib/providers/provider";
import { once } from "@/lib/runtime/once";
import { asWork } from "@/lib/runtime/work-class";
import { appsChanged } from "./app-changed";

/** Transitions are merged over this time before they are written (milliseconds). */
const mergeMs = 250;
/**
 * Rows are renewed this often while a circuit is open (milliseconds), and void {@link circuitLife}
 * after the last time.
 */
const renewMs = 10_000;
/** Push services of one credential that are stored at a time, and circuits of one process. */
const mostOrigins = 20;
const mostCircuits = 1_000;
const mostReason = 500;

interface Circuit extends OpenCircuit {
  appId: string;
  provider: ProviderKind;
  origin: string;
}
interface State {
  process: string;
  open: Map<string, Circuit>;
  /**
   * Apps with rows of this process: their pages hear of the next write, and rows are deleted when
   * their circuits close.
   */
  stored: Set<string>;
  /** Of the next write. */
  timer: NodeJS.Timeout | undefined;
  /** When that is, by `performance.now()`. */
  dueAt: number;
  writing: Promise<void>;
}
const state = () =>
  once<State>("circuits", () => ({
    process: randomUUID(),
    open: new Map(),
    stored: new Set(),
    timer: undefined,
    dueAt: Infinity,
    writing: Promise.resolve(),
  }));

/** The circuits of one opened credential. */
export interface CredentialCircuits {
  watch: Watch["circuit"];
  /** Removes them: the credential is in use no more. Later transitions are ignored. */
  end: () => void;
}

/**
 * Records the open circuits of a credential in this process, so that the console, which may run in
 * another process, shows them: written at transitions, renewed every ten seconds while one is open,
 * void 30 seconds after their process died.
 */
export function watchCredential(appId: string, provider: ProviderKind): CredentialCircuits {
  const own = new Set<string>();
  let ended = false;
  const drop = (name: string) => {
    own.delete(name);
    if (state().open.delete(name)) writeWithin(mergeMs);
  };
  return {
    watch: (origin, open) => {
      const name = `${appId} ${provider} ${origin}`;
      if (ended) return;
      if (open === undefined) return drop(name);
      if (!own.has(name) && (own.size >= mostOrigins || state().open.size >= mostCircuits)) return;
      own.add(name);
      state().open.set(name, { ...open, appId, provider, origin });
      writeWithin(mergeMs);
    },
    end: () => {
      ended = true;
      for (const name of own) drop(name);
    },
  };
}

/**
 * Writes the circuits that are open in this process in the place of those that it wrote before.
 * What cannot be written now is written with the next renewal.
 */
export function writeCircuits(): Promise<void> {
  const current = state();
  clearTimeout(current.timer);
  current.timer = undefined;
  current.dueAt = Infinity;
  current.writing = current.writing.then(writeNow);
  return current.writing;
}

/** A transition does not wait for the renewal that comes next. */
function writeWithin(ms: number): void {
  const current = state();
  const dueAt = performance.now() + ms;
  if (current.dueAt <= dueAt) return;
  clearTimeout(current.timer);
  current.dueAt = dueAt;
  current.timer = setTimeout(() => void writeCircuits(), ms).unref();
}

async function writeNow(): Promise<void> {
  const { process, open, stored } = state();
  if (open.size === 0 && stored.size === 0) return;
  const circuits = [...open.values()];
  const apps = new Set(circuits.map(({ appId }) => appId));
  try {
    await asWork("recording", () => database().transaction((tx) => replace(tx, process, circuits)));
    const affectedApps = new Set([...apps, ...stored]);
    state().stored = apps;
    await appsChanged(affectedApps);
  } catch (error) {
    for (const appId of apps) stored.add(appId);
    log().warn(
      { err: error },
      "open circuits could not be recorded; they are written again in seconds",
    );
  }
  if (state().stored.size > 0) writeWithin(renewMs);
}

/** Times are monotonic ones of this process: the database gets their distance from the present. */
async function replace(tx: Sql, process: string, circuits: readonly Circuit[]): Promise<void> {
  const clock = performance.now();
  await tx.query(
    `DELETE FROM circuit WHERE process = $1 OR seen_at < now() - interval '${circuitLife}'`,
    [process],
  );
  if (circuits.length === 0) return;
  await tx.query(
    `INSERT INTO circuit (process, app_id, provider, origin, reason, opened_at, probe_at, seen_at)
     SELECT $1, n.app_id, n.provider, n.origin, n.reason, now() - n.open_ms * interval '1 millisecond', now() + n.probe_ms * interval '1 millisecond', now()
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[]) AS n(app_id, provider, origin, reason, open_ms, probe_ms)
     JOIN credential c ON c.app_id = n.app_id AND c.provider = n.provider`,
    [
      process,
      circuits.map(({ appId }) => appId),
      circuits.map(({ provider }) => provider),
      circuits.map(({ origin }) => origin),
      circuits.map(({ reason }) => Array.from(reason).slice(0, mostReason).join("")),
      circuits.map(({ openedAt }) => clock - openedAt),
      circuits.map(({ probeAt }) => probeAt - clock),
    ],
  );
}

/**
 * Removes the rows of a process that ended before this one: the local database has one at a time.
 */
export async function endCircuits(sql: Sql): Promise<void> {
  await sql.prisma.circuit.deleteMany();
}
