import type { SqlQuery, SqlQueryable } from "@prisma/driver-adapter-utils";
import type { PrismaClient } from "./generated/client";
import type { PrismaModels, Sql } from "./sql";
import { StatementError, withoutPrismaValues } from "./statement-error";

/** A transaction that has begun. */
export interface OpenTransaction extends Pick<Sql, "query" | "script"> {
  /** Prisma's adapter for the connection that the transaction is on. */
  adapter: () => Promise<SqlQueryable>;
}

/** The same, with what is to run once it is committed. */
export type HookedTransaction = OpenTransaction & Pick<Sql, "afterCommit">;

/** Prisma's own idea of a transaction, whose statements run on ours. */
export interface PrismaTransaction {
  tx: PrismaModels;
  /** Resolves when Prisma has let go of it. */
  end: () => Promise<void>;
}

type Operation = (...args: unknown[]) => Promise<unknown>;
type Operations = Readonly<Record<string, Operation | undefined>>;
/** A client by its parts: models, and functions that belong to none. */
type Parts = Readonly<Record<string, Operations | Operation | undefined>>;

/**
 * Statements of one transaction, raw ones and Prisma's. Prisma's are bound to it by the id that
 * Prisma gives it when the first is called: wherever it is awaited, and even if others ask for the
 * same at that moment, a statement runs here, or nowhere once the transaction has ended.
 *
 * A statement that fails ends the transaction, a raw one or one of Prisma's. A nested write, which
 * takes several, is a savepoint: one that fails leaves nothing behind, and the transaction goes on.
 */
export class PrismaInside {
  readonly sql: Sql;
  readonly #opened: HookedTransaction;
  readonly #join: (on: SqlQueryable) => Promise<PrismaTransaction>;
  #joined: Promise<PrismaTransaction> | undefined;
  #ended = false;
  /** They come one after the other, as on the connection: none ends up in another's savepoint. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    opened: HookedTransaction,
    client: PrismaClient,
    join: (on: SqlQueryable) => Promise<PrismaTransaction>,
  ) {
    this.#opened = opened;
    this.#join = join;
    const afterCommit = (run: () => void) => {
      this.#assertOpen();
      opened.afterCommit(run);
    };
    this.sql = {
      ...rawBy(opened, (statement) => this.#inTurn(statement)),
      prisma: this.#models(client),
      afterCommit,
    };
  }

  /**
   * No statement begins from now on. Resolves when the one under way is over, and it may be
   * committed or rolled back.
   */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#last;
    // The caller of the statement has already received the error of a failed join.
    const joined = await this.#joined?.catch(() => undefined);
    await joined?.end();
  }

  #assertOpen(): void {
    if (this.#ended)
      throw new StatementError("The transaction of this statement has ended.", undefined);
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#after(this.#last, run);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #after<T>(before: Promise<unknown>, run: () => Promise<T>): Promise<T> {
    await before;
    this.#assertOpen();
    return run();
  }

  /** What the client has, but for what is not of one transaction. */
  #models(client: PrismaClient): PrismaModels {
    const parts = client as unknown as Parts;
    return new Proxy({} as PrismaModels, {
      get: (_, name) => {
        if (typeof name !== "string" || notInside.has(name)) return undefined;
        const part = parts[name];
        return typeof part === "object"
          ? this.#model(name, part)
          : part && ((...args: unknown[]) => this.#run(args, name));
      },
    });
  }

  #model(model: string, operations: Operations): object {
    return new Proxy(operations, {
      get: (_, name) =>
        typeof name === "string" && typeof operations[name] === "function"
          ? (...args: unknown[]) => this.#run(args, model, name)
          : undefined,
    });
  }

  /** Runs at once, as a raw statement does, and not only when it is awaited. */
  #run(args: unknown[], name: string, operation = ""): Promise<unknown> {
    return this.#inTurn(async () => {
      try {
        const { tx } = await (this.#joined ??= this.#begin());
        const part = (tx as unknown as Parts)[name];
        const call = async () =>
          typeof part === "function" ? part(...args) : part?.[operation]?.(...args);
        return await (isNested(args[0]) ? this.#inSavepoint(call) : call());
      } catch (error) {
        throw withoutPrismaValues(
          error,
          operation === "" ? name : `${name.charAt(0).toUpperCase()}${name.slice(1)}.${operation}`,
        );
      }
    });
  }

  async #begin(): Promise<PrismaTransaction> {
    const adapter = await this.#opened.adapter();
    const open = async <T>(run: (query: SqlQuery) => Promise<T>, query: SqlQuery) => {
      // A statement that was not awaited must not run in a later transaction of the connection.
      this.#assertOpen();
      return run(query);
    };
    return this.#join({
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      queryRaw: (query) => open((statement) => adapter.queryRaw(statement), query),
      executeRaw: (query) => open((statement) => adapter.executeRaw(statement), query),
    });
  }

  async #inSavepoint<T>(write: () => Promise<T>): Promise<T> {
    await this.#opened.script("SAVEPOINT nested_write");
    try {
      const result = await write();
      await this.#opened.script("RELEASE SAVEPOINT nested_write");
      return result;
    } catch (error) {
      // It fails where the connection has died, and the transaction with it.
      await this.#opened
        .script("ROLLBACK TO SAVEPOINT nested_write; RELEASE SAVEPOINT nested_write")
        .catch(() => undefined);
      throw error;
    }
  }
}

/** Raw statements, as `run` has them run. */
function rawBy(
  opened: OpenTransaction,
  run: <T>(statement: () => Promise<T>) => Promise<T>,
): Pick<Sql, "query" | "script"> {
  return {
    query: (text, values) => run(() => opened.query(text, values)),
    script: (text) => run(() => opened.script(text)),
  };
}

const notInside = new Set([
  "$connect",
  "$disconnect",
  "$extends",
  "$on",
  "$transaction",
  "$parent",
  "then",
]);

/**
 * Whether a write may take several statements, because it writes relations too. Other objects in it
 * (JSON, `increment`) cost a savepoint and no more.
 */
function isNested(args: unknown): boolean {
  const { data, create, update } = (args ?? {}) as {
    data?: unknown;
    create?: unknown;
    update?: unknown;
  };
  return [data, create, update].some(
    (input) => isObject(input) && Object.values(input).some(isObject),
  );
}

function isObject(value: unknown): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !ArrayBuffer.isView(value)
  );
}
