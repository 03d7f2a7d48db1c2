import { once } from "@/lib/runtime/once";

/**
 * The channel on which triggers notify of changes: of services, keys, apps, credentials, templates,
 * webhooks and how to authenticate at receivers.
 */
export const changesChannel = "clarion_changes";
/** The channel on which triggers report that a member lost a right or a session. */
export const rightsChannel = "clarion_rights";
/** Milliseconds for which rows may be cached while there are no notifications of changes. */
const withoutNotificationsMs = 250;

const changes = () =>
  once<{ number: number; isNotified: boolean }>("changes", () => ({
    number: 0,
    isNotified: false,
  }));

/**
 * A number that rises with each change of rows that processes keep copies of, at whichever process,
 * by hand-written SQL too. A copy is good only while the number is the one that it was read under:
 * take it before reading.
 */
export function changeNumber(): number {
  return changes().number;
}

/**
 * Returns the milliseconds for which a copy may be cached, at most `ms`: fewer while this process
 * gets no notifications.
 */
export function cacheMs(ms: number): number {
  return changes().isNotified ? ms : Math.min(ms, withoutNotificationsMs);
}

/** Something changed: no copy is good any more. */
export function changeHappened(): void {
  changes().number += 1;
}

/**
 * Records whether this process gets notifications of changes. Drops all copies either way: a change
 * may have been missed.
 */
export function setChangesNotified(isOn: boolean): void {
  changes().isNotified = isOn;
  changeHappened();
}
