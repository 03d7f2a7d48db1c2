import { single } from "@/lib/inputs/paths";
import { deviceStates, seenPeriods } from "@/lib/inputs/registered-devices";
import { mostRecipientId } from "@/lib/inputs/text";
import { deviceKinds } from "@/lib/interface/device-kinds";
import type { Query } from "../../in-service";

/**
 * Reads the filters of a list of devices from its address: as `input` for reading the list, and as
 * `filter` for the parameters of addresses.
 */
export function filtersOf(query: Query) {
  const choice = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === single(query[name]));
  const of = (name: string, most: number) => single(query[name])?.slice(0, most);
  const input = {
    text: of("q", mostRecipientId),
    appid: of("app", 200),
    kind: choice("kind", deviceKinds),
    state: choice("state", deviceStates),
    language: of("language", 35),
    timezone: of("timezone", 64),
    seen: choice("seen", seenPeriods),
  };
  const { text: q, appid: app, ...rest } = input;
  return { input, filter: { q, app, ...rest } };
}
