"use client";

import { useMemo } from "react";

/**
 * The same object while it says the same, so that effects that depend on it do not run again at
 * each key. For what JSON can say. Memoised by hand: the identity is the contract here, and the
 * React Compiler leaves a function alone that calls no hook.
 */
export function useSame<T>(value: T): T {
  const said = JSON.stringify(value);
  return useMemo(() => JSON.parse(said) as T, [said]);
}
