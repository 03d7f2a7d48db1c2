import { AsyncLocalStorage } from "node:async_hooks";
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from "@prisma/driver-adapter-utils";
import { asWork, workClass, type WorkClass } from "@/lib/runtime/work-class";
import { PrismaClient } from "./generated/client";
import {
  PrismaInside,
  type HookedTransaction,
  type PrismaTransaction,
  type OpenTransaction,
} from "./prisma-inside";
import type { PrismaModels, Sql } from "./sql";
import { prismaWithoutValues } from "./statement-error";

/** Where the client's statements run. */
export interface Places {
  /** Those of no transaction, by the class of work that asks. */
  outside: (of: WorkClass) => Promise<SqlDriverAdapter>;
  /**
   * A transaction of its own for a write that takes several statements, as work of the class that
   * asks.
   */
  begin: (run: (opened: OpenTransaction) => Promise<void>) => Promise<void>;
}

/**
 * Prisma Client of a database. Making one takes milliseconds, so that all transactions share one.
 */
export interface OnePrisma {
  /** Runs statements outside of transactions. */
  outside: PrismaModels;
  /**
   * Runs `run` in a transaction that has begun, with Prisma's statements together with the others;
   * they end before this resolves.
   */
  within: <T>(begun: HookedTransaction, run: (tx: Sql) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}

/**
 * No limit: how long a transaction waits and takes is the database's affair (milliseconds; the most
 * that a timer takes).
 */
const unlimited = 2 ** 31 - 1;

/** Makes the client. Nothing is loaded and no statement runs before its first use. */
export function openPrisma({ outside, begin }: Places): OnePrisma {
  // Prisma begins a transaction without saying for whom. Read there alone: its statements name
  // their transaction.
  const joining = new AsyncLocalStorage<SqlQueryable>();
  const startTransaction = async (of: WorkClass) => {
    const joined = joining.getStore();
    return joined ? partOf(joined) : asWork(of, () => ownTransaction(begin));
  };
  const clients: PrismaClient[] = [];
  const open = (of: WorkClass): PrismaClient => {
    const adapter: SqlDriverAdapterFactory = {
      ...named,
      connect: async () =>
        Object.assign(await outside(of), { startTransaction: () => startTransaction(of) }),
    };
    const opened = new PrismaClient({
      adapter,
      transactionOptions: { maxWait: unlimited, timeout: unlimited },
    });
    clients.push(opened);
    return opened;
  };
  const client = open("interactive");
  const join = (on: SqlQueryable): Promise<PrismaTransaction> =>
    new Promise((resolve, reject) => {
      const ended: Promise<void> = joining
        .run(on, () =>
          client.$transaction(
            (tx) =>
              new Promise<void>((letGo) => {
                const end = () => {
                  letGo();
                  return ended;
                };
                resolve({ tx, end });
              }),
          ),
        )
        .catch(reject);
    });
  return {
    outside: byClass((of) => prismaWithoutValues(of === "interactive" ? client : open(of))),
    within: async (begun, run) => {
      const inside = new PrismaInside(begun, client, join);
      try {
        return await run(inside.sql);
      } finally {
        await inside.end();
      }
    },
    close: async () => void (await Promise.all(clients.map((opened) => opened.$disconnect()))),
  };
}

/**
 * Returns models that use one client per class of work, created at its first use: Prisma batches
 * look-ups of one moment (`findUnique`), and those of a page must not wait for those of a send.
 */
function byClass(clientOf: (of: WorkClass) => PrismaClient): PrismaModels {
  const clients = new Map<WorkClass, PrismaClient>();
  return new Proxy({} as PrismaModels, {
    get: (_, name) => {
      const of = workClass();
      const client = clients.get(of) ?? clientOf(of);
      clients.set(of, client);
      return client[name as keyof PrismaClient];
    },
  });
}

const named = { provider: "postgres", adapterName: "clarion" } as const;
/** Prisma writes no BEGIN, COMMIT or ROLLBACK. */
const options = { usePhantomQuery: true };

/** A transaction of Prisma's that is a part of one which others begin and end. */
function partOf(joined: SqlQueryable): Transaction {
  return {
    ...named,
    options,
    ...statementsOf(joined),
    commit: async () => undefined,
    rollback: async () => undefined,
  };
}

/** A transaction that Prisma begins itself, outside of ours. It has one connection. */
async function ownTransaction(begin: Places["begin"]): Promise<Transaction> {
  const undone = new Error("undone");
  return new Promise((resolve, reject) => {
    const ended = begin(async (opened) => {
      const statements = statementsOf(await opened.adapter());
      await new Promise<void>((commit, rollBack) => {
        resolve({
          ...named,
          options,
          ...statements,
          commit: () => {
            commit();
            return ended;
          },
          rollback: async () => {
            rollBack(undone);
            await ended.catch((error: unknown) => {
              if (error !== undone) throw error;
            });
          },
        });
      });
    });
    ended.catch(reject);
  });
}

function statementsOf(on: SqlQueryable): Pick<SqlQueryable, "queryRaw" | "executeRaw"> {
  return { queryRaw: (query) => on.queryRaw(query), executeRaw: (query) => on.executeRaw(query) };
}
