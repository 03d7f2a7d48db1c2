import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";

const words: Record<DestinationKey, string> = {
  userid: "user",
  android_pushid: "Android push id",
  hms_pushid: "Huawei push id",
  ios_pushid: "iOS push id",
  chrome_pushid: "Chrome push id",
  firefox_pushid: "Firefox push id",
  safari_pushid: "Safari push id",
};

/** "3 users", "1 iOS push id". */
export function countText(key: DestinationKey, count: number): string {
  return `${count.toLocaleString("en")} ${words[key]}${count === 1 ? "" : "s"}`;
}

/** What a list holds, in words; in the order of the interface. */
export function kindsText(kinds: Partial<Record<DestinationKey, number>>): string {
  return destinationKeys
    .flatMap((key) => {
      const count = kinds[key] ?? 0;
      return count > 0 ? [countText(key, count)] : [];
    })
    .join(", ");
}

/** What identifiers of this kind are called, to choose one: "User ids", "iOS push ids". */
export function identifierName(key: DestinationKey): string {
  return key === "userid" ? "User ids" : `${words[key]}s`;
}
