"use client";

import { createContext, use } from "react";
import type { FrequencyCap } from "@/lib/inputs/frequency-cap";
import type { Verdict } from "@/lib/policy/can";

interface CapsState {
  /** Of the service that the message is sent in. */
  caps: readonly FrequencyCap[];
  /** To mark a message as necessary. */
  right: Verdict;
}

const CapsContext = createContext<CapsState>({ caps: [], right: { ok: true } });
/** Provides the frequency caps to the composer. */
export const CapsProvider = CapsContext.Provider;

/** The frequency caps of the service, and whether the member may exempt a message from them. */
export function useCaps(): CapsState {
  return use(CapsContext);
}
