"use client";

/** The same object for as long as it says the same, so that who depends on it is not drawn anew at each key. For what JSON can say. */
export function useSame<T>(value: T): T {
  const said = JSON.stringify(value);
  return JSON.parse(said) as T;
}
