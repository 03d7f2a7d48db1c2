"use client";

/** The same object while it says the same, so that dependent components are not redrawn at each key. For what JSON can say. */
export function useSame<T>(value: T): T {
  const said = JSON.stringify(value);
  return JSON.parse(said) as T;
}
