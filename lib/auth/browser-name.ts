import { userAgentFromString } from "next/server";

/** A browser in plain words, "Chrome on Linux", by what it calls itself; it may say anything. */
export function browserName(userAgent: string | null): string {
  const { browser, os } = userAgentFromString(userAgent ?? "");
  const system = os.name === "Mac OS" ? "macOS" : os.name;
  if (browser.name === undefined)
    return system === undefined ? "Unknown browser" : `Unknown browser on ${system}`;
  return system === undefined ? browser.name : `${browser.name} on ${system}`;
}
