import { single } from "@/components/listing/with-query";
import { deviceStates, seenPeriods } from "@/lib/inputs/registered-devices";
import { mostRecipientId } from "@/lib/inputs/text";
import { deviceKinds } from "@/lib/interface/device-kinds";
import type { Query } from "../../in-service";

/**
 * What the address of a list of devices is narrowed to: as its parameters, and as the list is
 * asked.
 */
export function askedOf(query: Query) {
  const known = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === single(query[name]));
  const of = (name: string, most: number) => single(query[name])?.slice(0, most);
  const asked = {
    text: of("q", mostRecipientId),
    appid: of("app", 200),
    kind: known("kind", deviceKinds),
    state: known("state", deviceStates),
    language: of("language", 35),
    timezone: of("timezone", 64),
    seen: known("seen", seenPeriods),
  };
  const { text: q, appid: app, ...rest } = asked;
  return { asked, filter: { q, app, ...rest } };
}
