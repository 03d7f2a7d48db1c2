import pino from "pino";

/** Where a process keeps its one logger, on `globalThis`. */
export const logSlot = Symbol.for("clarion.log");

/**
 * Members whose values never reach the log, at any of the first three levels of a logged object.
 */
const masked = [
  "authorization",
  "key",
  "password",
  "secret",
  "token",
  "deviceToken",
  "pushid",
  "pushId",
  "callbackData",
  "cookie",
  "subscription",
  "privateKey",
  "clientSecret",
];
const paths = masked.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** An error may cause another, or be of many; so deep and so many are logged. */
const mostDeep = 3;
const mostOf = 5;

interface ErrorFacts {
  type: string;
  message: string;
  stack: string | undefined;
  code?: string | number;
  cause?: ErrorFacts;
  errors?: ErrorFacts[];
}

/**
 * An error as it is logged: what it is, says and came from. Everything else that hangs on it
 * (statements' parameters, rows, requests, connections) stays out.
 */
function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (typeof error !== "object" || error === null)
    return { type: typeof error, message: String(error), stack: undefined };
  const { name, message, stack, cause, code, errors } = error as Partial<Error> & {
    code?: unknown;
    errors?: unknown;
  };
  const deeper = depth < mostDeep;
  return {
    type: String(name ?? "object"),
    message: String(message ?? ""),
    stack,
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    ...(deeper && cause instanceof Error ? { cause: errorFacts(cause, depth + 1) } : {}),
    ...(deeper && Array.isArray(errors)
      ? { errors: errors.slice(0, mostOf).map((one) => errorFacts(one, depth + 1)) }
      : {}),
  };
}

/** A logger as the process's own, that writes elsewhere. For that one, and for tests. */
export function makeLog(level: string, destination: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: { paths, censor: "[masked]" },
      serializers: { err: (error: unknown) => errorFacts(error) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );
}
