import { apnsFacts } from "./apns/facts";
import { fcmFacts } from "./fcm/facts";
import { hmsFacts } from "./hms/facts";
import type { ProviderFacts } from "./provider-facts";
import { webPushFacts } from "./web-push/facts";

const list = [fcmFacts, apnsFacts, hmsFacts, webPushFacts] as const;
type ListEntry = (typeof list)[number];

/** What every page needs of the providers, in the order in which people think of them. */
export const providerFacts: readonly ProviderFacts<
  ListEntry["kind"],
  ListEntry["devices"][number]["kind"]
>[] = list;
