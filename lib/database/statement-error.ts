import type { PrismaClient } from "./generated/client";

/**
 * A statement failed. Holds nothing that was given to it as a value: an error goes to logs and
 * error pages, and the driver's own errors carry the parameters, the row or the key.
 */
export class StatementError extends Error {
  override readonly name = "StatementError";
  /**
   * SQLSTATE, or the system's code for the fault of the connection; undefined when there is
   * neither.
   */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/**
 * The error of a transaction that was to be committed although a statement of it had failed: the
 * server has rolled it back.
 */
export function rolledBack(): StatementError {
  return new StatementError(
    "The transaction was rolled back, because one of its statements had failed.",
    "25P02",
  );
}

/**
 * Whether a statement failed, whichever copy of this module said so: a page meets errors of the
 * database that the server opened.
 */
export function isStatementError(error: unknown): error is StatementError {
  return error instanceof Error && error.name === "StatementError";
}

/**
 * Classes of SQLSTATE whose messages quote what was given: data exceptions, and syntax errors (of
 * values that have a syntax too).
 */
const quoting = /^(22|42601)/;

/**
 * The error of the driver, less every value. Constraint, table and column are named in PostgreSQL's
 * message itself.
 */
export function withoutValues(error: unknown): StatementError {
  if (isStatementError(error)) return error;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const errorCode = typeof code === "string" ? code : undefined;
  const text =
    typeof message === "string" && message !== "" ? message : "The database did not answer.";
  return new StatementError(
    errorCode !== undefined && quoting.test(errorCode) ? text.replace(/"[\s\S]*"/, '"…"') : text,
    errorCode,
  );
}

/** What the driver and {@link withoutPrismaValues} say of a lost connection, without a code. */
export const lostConnection =
  /connection (terminated|error|is closed|was lost)|timeout exceeded when trying to connect/i;

/** The same client; what its queries throw is a {@link StatementError}. */
export function prismaWithoutValues(prisma: PrismaClient): PrismaClient {
  return prisma.$extends({
    query: {
      $allOperations: async ({ model, operation, args, query }) => {
        try {
          return (await query(args)) as unknown;
        } catch (error) {
          throw withoutPrismaValues(error, [model, operation].filter(Boolean).join("."));
        }
      },
    },
  }) as unknown as PrismaClient;
}

/**
 * Returns the error of an operation of Prisma's without any value. Its messages repeat arguments
 * and its `meta` repeats the driver's error: of both only the kinds and codes remain.
 */
export function withoutPrismaValues(error: unknown, operation: string): StatementError {
  if (isStatementError(error)) return error;
  const { code, name, message, meta } = (error ?? {}) as {
    code?: unknown;
    name?: unknown;
    message?: unknown;
    meta?: { driverAdapterError?: { cause?: { kind?: unknown; originalCode?: unknown } } };
  };
  const cause = meta?.driverAdapterError?.cause;
  const errorCode = [cause?.originalCode, code].find((one) => typeof one === "string");
  if (errorCode === undefined && typeof message === "string" && lostConnection.test(message))
    return new StatementError(`${operation} failed: the connection was lost`, undefined);
  const kinds = [name, code, cause?.kind].filter((one) => typeof one === "string");
  return new StatementError(`${operation} failed: ${kinds.join(" ")}`, errorCode);
}
