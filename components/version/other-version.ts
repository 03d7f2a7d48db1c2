"use client";

import { useSyncExternalStore } from "react";
import { isOtherVersion, onVersionChange } from "./page-version";

/** Whether this page is of another version than the server. */
export function useOtherVersion(): boolean {
  return useSyncExternalStore(onVersionChange, isOtherVersion, no);
}

const no = () => false;
