"use client";

import { useSyncExternalStore } from "react";
import { buildId, buildIdHeader } from "@/lib/inputs/build-id";

/** Next's header of the answer to a call of a server action that the server does not have. */
const unknownActionHeader = "x-nextjs-action-not-found";
/** A small file of the console, whose answer has the header {@link buildIdHeader}. */
const smallFile = "/icon.svg";

let isOther = false;
let isReloading = false;
/** Banners within forms and in place of a page that say so already. */
let banners = 0;
const listeners = new Set<() => void>();

/**
 * Whether the server that answered last is of another version than this page. Stays so until the
 * page is loaded again.
 */
export function isOtherVersion(): boolean {
  return isOther;
}

/** Whether a banner nearer to the user says it already. */
export function isSaidNearer(): boolean {
  return banners > 0;
}

/** @returns to be called when the banner has gone */
export function sayNearer(): () => void {
  banners += 1;
  notifyListeners();
  return () => {
    banners -= 1;
    notifyListeners();
  };
}

/**
 * Whether {@link loadAgain} was called: what is typed is stored in this tab, so that leaving needs
 * no question.
 */
export function isLoadingAgain(): boolean {
  return isReloading;
}

/** Calls the listener when any of this changes. @returns takes the listener off */
export function onVersionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Loads this page again in the version of the server, without a question about changes. */
export function loadAgain(): void {
  isReloading = true;
  window.location.reload();
}

/**
 * Compares the version of every answer that this page gets with its own. Wraps `fetch`: the router
 * offers no other place to read the headers of its answers.
 *
 * @returns stops it
 */
export function watchVersion(): () => void {
  const original = window.fetch.bind(window);
  const watched: typeof fetch = async (...request) => {
    const response = await original(...request);
    if (isOfOther(response)) markOther();
    return response;
  };
  window.fetch = watched;
  // Captured: the errors of elements do not bubble.
  window.addEventListener("error", loadFailed, true);
  return () => {
    window.removeEventListener("error", loadFailed, true);
    if (window.fetch === watched) window.fetch = original;
  };
}

/**
 * Asks the server for its version: after the server went away and came back, and when code of this
 * page could not be loaded.
 */
export async function askVersion(): Promise<void> {
  try {
    if (isOfOther(await fetch(smallFile, { method: "HEAD", cache: "no-store" }))) markOther();
  } catch {
    // Without an answer, the state stays as it is.
  }
}

function isOfOther({ url, headers }: Response): boolean {
  if (new URL(url, window.location.href).origin !== window.location.origin) return false;
  const served = headers.get(buildIdHeader);
  return headers.get(unknownActionHeader) === "1" || (served !== null && served !== buildId);
}

function markOther(): void {
  if (isOther) return;
  isOther = true;
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Code or a style sheet could not be loaded: of another version it is gone from the server. */
function loadFailed({ target }: Event): void {
  if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) void askVersion();
}

/** Whether this page is of another version than the server. */
export function useOtherVersion(): boolean {
  return useSyncExternalStore(onVersionChange, isOtherVersion, no);
}

const no = () => false;
