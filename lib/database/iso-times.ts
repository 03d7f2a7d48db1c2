/** A row as the database returns it: these of its members, ISO 8601 for callers, are dates. */
export type WithDates<R, K extends keyof R> = Omit<R, K> & {
  [M in K]: null extends R[M] ? Date | null : Date;
};

type WithTexts<R> = {
  [M in keyof R]: R[M] extends Date ? string : R[M] extends Date | null ? string | null : R[M];
};

/** Returns a row with ISO 8601 UTC in place of its dates; all else is unchanged. */
export function isoTimes<R extends object>(row: R): WithTexts<R> {
  const members = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : (value as unknown),
  ]);
  return Object.fromEntries(members) as WithTexts<R>;
}
