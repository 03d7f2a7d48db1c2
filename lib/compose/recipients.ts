import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { textsIn } from "@/lib/interface/value-shape";
import { numberText } from "./number-text";

export type Entry = PushRequestInput["destination"][number];

const labels: Record<DestinationKey, string> = {
  userid: "Users",
  android_pushid: "Android push ids",
  hms_pushid: "Huawei push ids",
  ios_pushid: "iOS push ids",
  chrome_pushid: "Chrome push ids",
  firefox_pushid: "Firefox push ids",
  safari_pushid: "Safari push ids",
};

/** What the identifiers under a key of `destination` are, in words. */
export function keyLabel(key: DestinationKey): string {
  return labels[key];
}

/** The key of an entry and its identifiers; an entry without one is one of users. */
export function readEntry(entry: Entry): { key: DestinationKey; ids: readonly string[] } {
  const key =
    destinationKeys.find((destinationKey) => entry[destinationKey] !== undefined) ?? "userid";
  return { key, ids: textsIn(entry[key]) };
}

/** An entry with this key and these identifiers; its correlationid, and unknown members, stay. */
export function writeEntry(entry: Entry, key: DestinationKey, ids: readonly string[]): Entry {
  const others = Object.entries(entry).filter(
    ([name, member]) =>
      member !== undefined && !destinationKeys.some((destinationKey) => destinationKey === name),
  );
  return { [key]: [...ids], ...Object.fromEntries(others) };
}

/** Recipients named in all entries together, each once. */
export function countRecipients(entries: readonly Entry[]): number {
  const seen = new Set(
    entries.flatMap((entry) => {
      const { key, ids } = readEntry(entry);
      return ids.filter((id) => id !== "").map((id) => `${key} ${id}`);
    }),
  );
  return seen.size;
}

/** "1 recipient", "3 recipients". */
export function recipientsText(count: number): string {
  return count === 1 ? "1 recipient" : `${numberText(count)} recipients`;
}
