import { once } from "@/lib/runtime/once";

/**
 * The channel on which triggers notify of changes: of services, keys, apps, credentials, templates,
 * webhooks and how to authenticate at receivers.
 */
export const changesChannel = "clarion_changes";
/** The channel on which triggers report that a member lost a right or a session. */
export const rightsChannel = "clarion_rights";
/** How long what was read may be kept without notifications of changes, in milliseconds. */
const untoldMs = 250;

const changes = () =>
  once<{ number: number; told: boolean }>("changes", () => ({ number: 0, told: false }));

/**
 * A number that rises with each change of rows that processes keep copies of, at whichever process,
 * by hand-written SQL too. A copy is good only while the number is the one that it was read under:
 * take it before reading.
 */
export function changeNumber(): number {
  return changes().number;
}

/**
 * How long a copy may be kept that is wanted for `ms` milliseconds: shorter while this process gets
 * no notifications.
 */
export function keptMs(ms: number): number {
  return changes().told ? ms : Math.min(ms, untoldMs);
}

/** Something changed: no copy is good any more. */
export function changeHappened(): void {
  changes().number += 1;
}

/** Notifications begin or end. Either way something may have changed unheard. */
export function changesAreTold(told: boolean): void {
  changes().told = told;
  changeHappened();
}
