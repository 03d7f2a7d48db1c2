import type { Sql } from "@/lib/database/sql";
import { devicesOfUsers, type UserDevice } from "@/lib/directory/device/of-users";
import { registerPushIds, type PushIdDevice } from "@/lib/directory/device/register-push-ids";
import { suppressedAmong, type SuppressedIds } from "@/lib/directory/suppression/suppressed";
import { updateCodes, type UpdateCode } from "@/lib/interface/codes";
import { providerOf, type DestinationKey, type DeviceKind } from "@/lib/interface/device-kinds";
import { hasContentFor } from "@/lib/interface/effective";
import { idFault, normalId } from "@/lib/interface/recipient-id";
import type { Recipient } from "@/lib/plan/recipients";
import type { LoadedMessage } from "./message";

/** One delivery to be: a device, or a recipient for whom there is none. */
export interface TargetRow {
  message: LoadedMessage;
  /** What must not be sent to twice: the device, or what was written when there is no device. */
  target: string;
  deviceId: string | null;
  kind: DeviceKind | "";
  destination: string;
  destinationType: DestinationKey;
  pushid: string;
  deviceid: string;
  /** That of the message's template which the device gets; "" for the default text. */
  language: string;
  correlationid: string;
  /** Why nothing will be sent. */
  problem?: UpdateCode;
  problemText?: string;
}

interface MessageRecipients {
  message: LoadedMessage;
  recipients: readonly Recipient[];
}

/**
 * The devices of many messages' recipients, in two look-ups an app however many they are. Unknown
 * push ids are registered on the way.
 */
export async function findTargets(
  tx: Sql,
  messageRecipients: readonly MessageRecipients[],
): Promise<TargetRow[]> {
  const byApp = new Map<string, MessageRecipients[]>();
  for (const one of messageRecipients)
    byApp.set(one.message.app.id, [...(byApp.get(one.message.app.id) ?? []), one]);
  const rows: TargetRow[] = [];
  for (const [appId, messages] of byApp) {
    const all = messages.flatMap((one) => one.recipients);
    const users = await devicesOfUsers(tx, appId, [
      ...new Set(
        all.flatMap(({ kind, destination }) => (kind === null ? [useridOf(destination)] : [])),
      ),
    ]);
    const ids = await registerPushIds(
      tx,
      appId,
      all.flatMap(({ kind, destination }) =>
        kind === null ? [] : [{ kind, pushid: destination }],
      ),
    );
    const targets: TargetRow[] = [];
    for (const { message, recipients } of messages)
      for (const recipient of recipients)
        targets.push(
          ...(recipient.kind === null
            ? ofUser(message, recipient, users.get(useridOf(recipient.destination)) ?? [])
            : [ofPushId(message, recipient, recipient.kind, ids)]),
        );
    rows.push(...(await withoutSuppressed(tx, targets)));
  }
  return rows;
}

/**
 * Those of one app, with "Suppressed" in place of any other outcome of those on its service's list:
 * a user in one row, however many devices.
 */
async function withoutSuppressed(tx: Sql, rows: readonly TargetRow[]): Promise<TargetRow[]> {
  const [first] = rows;
  if (!first) return [];
  const suppressed = await suppressedAmong(tx, first.message.serviceId, {
    userids: rows.flatMap(({ destinationType, destination }) =>
      destinationType === "userid" ? [useridOf(destination)] : [],
    ),
    pushids: rows.map(({ pushid }) => pushid),
    iosPushids: rows.flatMap(({ kind, pushid }) => (kind === "ios" ? [pushid] : [])),
    devices: rows.flatMap(({ destinationType, deviceId }) =>
      destinationType === "userid" || deviceId === null ? [] : [deviceId],
    ),
  });
  if (Object.values(suppressed).every(({ size }) => size === 0)) return [...rows];
  const reportedUsers = new Set<string>();
  return rows.flatMap((row) => {
    const problem = { problem: "7404", problemText: "Suppressed" } as const;
    if (!isSuppressed(row, suppressed))
      // Not in the place of what goes to the device for another of its users.
      return [
        ofSuppressedUser(row, suppressed)
          ? { ...row, ...problem, target: `suppressed:${row.deviceId ?? ""}` }
          : row,
      ];
    if (row.destinationType !== "userid" || !suppressed.userids.has(useridOf(row.destination)))
      return [{ ...row, ...problem }];
    const name = `${row.message.transid} ${useridOf(row.destination)}`;
    if (reportedUsers.has(name)) return [];
    reportedUsers.add(name);
    return [{ ...row, ...noDevice(row), ...problem }];
  });
}

/**
 * A message to a user goes to devices that they share; one to a push id is for every user of the
 * device.
 */
function ofSuppressedUser(
  { destinationType, deviceId }: TargetRow,
  { devices }: SuppressedIds,
): boolean {
  return destinationType !== "userid" && deviceId !== null && devices.has(deviceId);
}

function isSuppressed(
  { destinationType, destination, kind, pushid }: TargetRow,
  { userids, pushids, iosPushids }: SuppressedIds,
): boolean {
  if (destinationType === "userid" && userids.has(useridOf(destination))) return true;
  return pushids.has(pushid) || (kind === "ios" && iosPushids.has(pushid));
}

/** The id that a user's devices are registered under. */
function useridOf(destination: string): string {
  return normalId("userid", destination);
}

/** The target that stands for a user to whom nothing is sent. */
export function userTarget({ destination }: Pick<TargetRow, "destination">): string {
  return `userid:${useridOf(destination)}`;
}

/** A user to whom nothing is sent, in place of one of their devices. */
export function leftOutUser<R extends TargetRow>(row: R): R {
  return { ...row, ...noDevice(row) };
}

function noDevice(row: Pick<TargetRow, "destination">) {
  return {
    target: userTarget(row),
    deviceId: null,
    kind: "" as const,
    pushid: "",
    deviceid: "",
  };
}

function ofUser(
  message: LoadedMessage,
  recipient: Recipient,
  devices: readonly UserDevice[],
): TargetRow[] {
  const active = devices.filter(({ state }) => state === "active");
  const fitting = active.filter(({ kind }) => reaches(message, kind));
  if (fitting.length > 0)
    return fitting.map((device) => toDevice(message, recipient, device.kind, device));
  const nobody = { ...base(message, recipient), ...noDevice(recipient) };
  if (devices.length === 0) return [{ ...nobody, problem: "7105" }];
  if (active.length === 0)
    return [
      { ...nobody, problem: "7513", problemText: "All devices of this user are unregistered" },
    ];
  return [{ ...nobody, problem: "7404", problemText: missedText(message, devices, active) }];
}

/** Why none of a user's devices gets anything, although some are in use. */
function missedText(
  message: LoadedMessage,
  devices: readonly UserDevice[],
  active: readonly UserDevice[],
): string {
  if (devices.some(({ kind }) => reaches(message, kind)))
    return "The devices of this user that the message has content for are unregistered";
  return active.some(({ kind }) => hasContentFor(message.effective, kind))
    ? "The app has no provider for the devices of this user that the message has content for"
    : "The message has no content for any device of this user";
}

function ofPushId(
  message: LoadedMessage,
  recipient: Recipient,
  kind: DeviceKind,
  devices: Map<string, PushIdDevice>,
): TargetRow {
  const device = devices.get(`${kind} ${recipient.destination}`);
  if (!device) {
    const pushid = normalId(recipient.destinationType, recipient.destination);
    const fault = idFault(recipient.destinationType, recipient.destination);
    return {
      ...base(message, recipient),
      target: `${kind}:${pushid}`,
      deviceId: null,
      kind,
      pushid,
      deviceid: "",
      problem: "7512",
      ...(fault === undefined ? {} : { problemText: `${updateCodes["7512"]}: it ${fault}` }),
    };
  }
  const row = toDevice(message, recipient, kind, device);
  if (device.state !== "active") return { ...row, problem: "7513" };
  if (!reaches(message, kind))
    return {
      ...row,
      problem: "7404",
      problemText: `${hasContentFor(message.effective, kind) ? "The app has no provider" : "The message has no content"} for ${kind} devices`,
    };
  return row;
}

/**
 * Whether the message says something to devices of this kind, and the app has a provider for it.
 */
function reaches(message: LoadedMessage, kind: DeviceKind): boolean {
  return message.app.providers.includes(providerOf(kind)) && hasContentFor(message.effective, kind);
}

function toDevice(
  message: LoadedMessage,
  recipient: Recipient,
  kind: DeviceKind,
  { id, pushid, deviceid, language }: UserDevice | PushIdDevice,
): TargetRow {
  return {
    ...base(message, recipient),
    target: id,
    deviceId: id,
    kind,
    pushid,
    deviceid,
    language: message.languageFor(language),
  };
}

function base(message: LoadedMessage, { destination, destinationType, correlationid }: Recipient) {
  return {
    message,
    destination,
    destinationType,
    correlationid,
    language: message.languageFor(undefined),
  };
}
