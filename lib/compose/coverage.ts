import {
  deviceKinds,
  providerOf,
  type DeviceKind,
  type ProviderKind,
} from "@/lib/interface/device-kinds";

/** What recipients have to be reached on, for any message. */
export interface CoverageGroups {
  recipients: number;
  /**
   * Those with active devices, by what they have: for each app, in order, a digit for each of
   * {@link deviceKinds}, 1 where they have one.
   */
  reachable: Readonly<Record<string, number>>;
  /** Those whose devices are all retired. */
  retired: number;
  /** Those on the suppression list. */
  suppressed: number;
  /** Active devices of all of them, each once, in the order of those digits. */
  devices: readonly number[];
}

/** Of no recipients. */
export const noCoverage: CoverageGroups = {
  recipients: 0,
  reachable: {},
  retired: 0,
  suppressed: 0,
  devices: [],
};

/** Of two parts of the recipients together. */
export function bothCoverages(one: CoverageGroups, other: CoverageGroups): CoverageGroups {
  const reachable = { ...one.reachable };
  for (const [has, count] of Object.entries(other.reachable))
    reachable[has] = (reachable[has] ?? 0) + count;
  const [long, short] =
    one.devices.length > other.devices.length
      ? [one.devices, other.devices]
      : [other.devices, one.devices];
  return {
    recipients: one.recipients + other.recipients,
    reachable,
    retired: one.retired + other.retired,
    suppressed: one.suppressed + other.suppressed,
    devices: long.map((count, place) => count + (short[place] ?? 0)),
  };
}

/** An app that sends, with the providers that it has a credential for. */
export interface Sender {
  appid: string;
  name: string;
  providers: readonly ProviderKind[];
}

/** Devices of one kind, and why the message does not reach them. */
export interface CoveredKind {
  sender: Sender;
  kind: DeviceKind;
  devices: number;
  lack: "content" | "credential" | null;
}

/** Whom a message reaches, and why not the others. Each recipient counts in one of the five. */
export interface Coverage {
  recipients: number;
  /** Those with at least one device that the message goes to. */
  reached: number;
  /** Those without any device. */
  without: number;
  retired: number;
  /** Those on the suppression list: nothing is sent to them. */
  suppressed: number;
  /** Those whose devices the message has no content for, or the app no credential. */
  unfit: number;
  /** Devices that it goes to. */
  devices: number;
  /** What the recipients have, by app and kind; kinds without a device are left out. */
  kinds: CoveredKind[];
}

/**
 * Counts which of the counted recipients a message reaches, by the rules that create deliveries.
 *
 * @param senders in the order in which they were counted
 * @param hasContent whether the message says something to devices of a kind
 */
export function coverageOf(
  groups: CoverageGroups,
  senders: readonly Sender[],
  hasContent: (kind: DeviceKind) => boolean,
): Coverage {
  const all = senders.flatMap((sender) =>
    deviceKinds.map((kind) => {
      const lack = !hasContent(kind)
        ? "content"
        : sender.providers.includes(providerOf(kind))
          ? null
          : "credential";
      return { sender, kind, lack } as const;
    }),
  );
  const fits = (has: string) => all.some(({ lack }, place) => lack === null && has[place] === "1");
  const having = Object.entries(groups.reachable);
  const sum = (counts: readonly number[]) => counts.reduce((before, count) => before + count, 0);
  const reached = sum(having.map(([has, count]) => (fits(has) ? count : 0)));
  const active = sum(having.map(([, count]) => count));
  const kinds = all
    .map((one, place) => ({ ...one, devices: groups.devices[place] ?? 0 }))
    .filter(({ devices }) => devices > 0);
  return {
    recipients: groups.recipients,
    reached,
    without: groups.recipients - groups.retired - groups.suppressed - active,
    retired: groups.retired,
    suppressed: groups.suppressed,
    unfit: active - reached,
    devices: sum(kinds.map(({ devices, lack }) => (lack === null ? devices : 0))),
    kinds,
  };
}
