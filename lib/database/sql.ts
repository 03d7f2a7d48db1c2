import { once } from "@/lib/runtime/once";
import type { Prisma } from "./generated/client";

/**
 * Prisma Client with what it has of models. Transactions are the database's own
 * (`Database.transaction`).
 */
export type PrismaModels = Omit<Prisma.TransactionClient, "$transaction">;

/** A place to run statements: the database, or one transaction on it. */
export interface Sql {
  /**
   * Runs one statement with `$1…` parameters and returns its rows. Arrays become PostgreSQL arrays,
   * `Uint8Array` becomes bytea.
   */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs several statements without parameters. */
  script(text: string): Promise<void>;
  /**
   * Prisma Client, whose statements run in the same place as the others: in a transaction on that
   * one and no other, and not at all once it has ended. What fails is a `StatementError`, by its
   * SQLSTATE where the database refused. In a transaction nothing may wait for the network
   * meanwhile, as with any statement.
   */
  prisma: PrismaModels;
  /**
   * Runs `run` once the transaction is committed, after what was given before it, and never if it
   * is rolled back; at once outside of a transaction. For what is in memory: caches, and waking of
   * workers. What `run` throws is logged, since nothing can be undone any more.
   */
  afterCommit(run: () => void): void;
}

/** What to do with the payload of a notification, by channel. */
export type Listeners = Readonly<Record<string, (payload: string) => void>>;

/**
 * The one database of this process, on a PostgreSQL server: the local one in `DATA_DIR`, or the one
 * that `DATABASE_URL` names. Statements and transactions of each class of work
 * (`lib/runtime/work-class`) have connections of their own.
 */
export interface Database extends Sql {
  /**
   * Whether this process alone uses it, as with the local one: locks of a former process are free.
   */
  isExclusive: boolean;
  /**
   * Runs everything in one transaction: commits when `run` resolves, rolls back and rethrows when
   * it throws.
   */
  transaction<T>(run: (tx: Sql) => Promise<T>): Promise<T>;
  /**
   * Calls back for every notification on the channels that `listeners` names, whichever process
   * sent it, until the returned function is called. A line that breaks comes back by itself.
   *
   * @param onLine whether notifications come in: true at first, and again after each time it was
   *   false
   */
  subscribe(listeners: Listeners, onLine: (stands: boolean) => void): Promise<() => Promise<void>>;
  /**
   * Takes something that one process on this database may have at a time, until the returned
   * function is called or the process dies; undefined when another has it.
   *
   * @param lockId key of the advisory lock
   */
  hold(lockId: number): Promise<(() => Promise<void>) | undefined>;
  /** Bytes left on the disk of the data folder; absent where the database is not stored in one. */
  room?: () => Promise<number>;
  close(): Promise<void>;
}

const holder = () => once<{ database?: Database }>("database", () => ({}));

/** The opened database. Throws when `openDatabase` has not run yet. */
export function database(): Database {
  const { database } = holder();
  if (!database) throw new Error("The database is not open yet.");
  return database;
}

/**
 * Makes `opened` the database of this process, or none. For `openDatabase` and for tests that bring
 * their own.
 */
export function setDatabase(opened: Database | undefined): void {
  if (opened) holder().database = opened;
  else delete holder().database;
}
