import type { z } from "zod";
import { AddressList, isAddressOrRange } from "@/lib/config/address-list";
import { config } from "@/lib/config/config";
import type { Sql } from "@/lib/database/sql";
import { capText } from "@/lib/inputs/frequency-cap";
import {
  changeServiceSchema,
  type serviceAddressesSchema,
  type serviceRetentionSchema,
  type serviceSendingSchema,
  type serviceUpdatesSchema,
} from "@/lib/inputs/service";
import { inboxTokenOf } from "@/lib/interface/inbox";
import { everOpen } from "@/lib/plan/sending-hours";
import { assertCurrent } from "@/lib/verb/assert-current";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { readRetention, type Retention } from "../retention/stored";
import type { ServiceRecord } from "./find";
import { assertFreeServiceName } from "./free-name";
import type { OpenedService } from "./open";
import { hoursOf, sendingTimesColumns, type SendingTimes } from "./sending-times";

type Settings = Omit<ServiceRecord, "id" | "active" | "sandbox" | "sendingTimes"> &
  Pick<OpenedService, "approvalAbove" | "approvalScheduled" | "approvalHours" | "testsPerDay"> &
  Retention &
  SendingTimes;

/**
 * Changes a part of a service: its name, where delivery updates go, how requests are read, from
 * where programs may call, which sends need a second person, how many campaign messages a user
 * gets, on how many devices a member may test, or when campaigns go out. Refused: a name that
 * another service has (`/name`), an authentication that the service does not have, an address that
 * is none, a longer retention than the installation's, sending times that let nothing out, and,
 * unless `anyway`, a list that leaves out the address of the caller (`/anyway`).
 */
export const changeService = verb({
  action: "service.change",
  input: changeServiceSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, input) => {
    const [stored] = await tx.query<Settings & { revision: number }>(
      `SELECT revision, name, notifyurl, notifyurl_auth_id AS "notifyurlAuthId", https_only AS "httpsOnly", size_rule AS "sizeRule", always_200 AS "always200",
       ids_per_second AS "idsPerSecond", frequency_caps AS "frequencyCaps", coalesce(ip_allow, '{}') AS "ipAllow",
       approval_above AS "approvalAbove", approval_scheduled AS "approvalScheduled", approval_hours AS "approvalHours", tests_per_day AS "testsPerDay",
       ${sendingTimesColumns},
       keep_messages AS "keepMessages", keep_deliveries AS "keepDeliveries", keep_attempts AS "keepAttempts" FROM service WHERE id = $1 FOR NO KEY UPDATE`,
      [serviceId],
    );
    if (!stored) throw new NotFoundError("This service");
    const { revision, ...before } = stored;
    const after: Settings = { ...before, ...(await changedSettings(tx, serviceId, input)) };
    const [was, is] = [seen(before), seen(after)];
    const changed = Object.keys(is).filter((member) => was[member] !== is[member]);
    if (changed.length === 0) return { unchanged: { revision } };
    await assertCurrent(tx, {
      expected: input.revision,
      revision,
      actions: ["service.change"],
      serviceId,
      entity: serviceId,
      theirs: ofPart(input, before),
    });
    if (after.name !== before.name) await assertFreeServiceName(tx, after.name, serviceId);
    await tx.prisma.service.update({
      where: { id: serviceId },
      data: { ...after, revision: revision + 1 },
      select: { id: true },
    });
    const only = (settings: AuditedSettings) =>
      Object.fromEntries(changed.map((member) => [member, settings[member] ?? null]));
    return {
      row: { revision: revision + 1 },
      entity: serviceId,
      event: { before: only(was), after: only(is) },
    };
  },
});

/** Of the settings those that a form of one part shows. */
function ofPart(
  { part }: z.output<typeof changeServiceSchema>,
  settings: Settings,
): Partial<Settings> {
  const {
    name,
    notifyurl,
    notifyurlAuthId,
    httpsOnly,
    sizeRule,
    always200,
    idsPerSecond,
    ipAllow,
    testsPerDay,
    frequencyCaps,
    keepMessages,
    keepDeliveries,
    keepAttempts,
    timezone,
    quietFrom,
    quietTo,
    windowFrom,
    windowTo,
    windowDays,
    ...approval
  } = settings;
  switch (part) {
    case "name":
      return { name };
    case "updates":
      return { notifyurl, notifyurlAuthId, httpsOnly };
    case "requests":
      return { sizeRule, always200, idsPerSecond };
    case "addresses":
      return { ipAllow };
    case "approval":
      return approval;
    case "tests":
      return { testsPerDay };
    case "caps":
      return { frequencyCaps };
    case "retention":
      return { keepMessages, keepDeliveries, keepAttempts };
    case "sending":
      return { timezone, quietFrom, quietTo, windowFrom, windowTo, windowDays };
  }
}

async function changedSettings(
  tx: Sql,
  serviceId: string,
  input: z.output<typeof changeServiceSchema>,
): Promise<Partial<Settings>> {
  switch (input.part) {
    case "name":
      return { name: input.name };
    case "updates":
      return updates(tx, serviceId, input);
    case "requests":
      return {
        sizeRule: input.sizeRule,
        always200: input.always200,
        idsPerSecond: input.idsPerSecond ?? null,
      };
    case "approval":
      return {
        approvalAbove: input.approvalAbove ?? null,
        approvalScheduled: input.approvalScheduled,
        approvalHours: input.approvalHours,
      };
    case "tests":
      return { testsPerDay: input.testsPerDay };
    case "caps":
      return { frequencyCaps: input.frequencyCaps };
    case "retention":
      return retention(tx, input);
    case "addresses":
      return { ipAllow: addresses(input) };
    case "sending":
      return sendingTimes(input);
  }
}

async function updates(
  tx: Sql,
  serviceId: string,
  { notifyurl, notifyurlAuthId, httpsOnly }: z.output<typeof serviceUpdatesSchema>,
): Promise<Partial<Settings>> {
  if (
    httpsOnly &&
    notifyurl !== undefined &&
    !/^https:/i.test(notifyurl) &&
    inboxTokenOf(notifyurl, config().ORIGIN) === undefined
  )
    rejectInput(
      "must begin with https://, since this service takes no other notify URLs",
      "/notifyurl",
    );
  if (notifyurlAuthId !== undefined) {
    const notifyAuth = await tx.prisma.notifyAuth.findUnique({
      where: { serviceId_id: { serviceId, id: notifyurlAuthId }, deletedAt: null },
      select: { id: true },
    });
    if (!notifyAuth)
      rejectInput("This authentication was removed. Choose another one.", "/notifyurlAuthId");
  }
  return { notifyurl: notifyurl ?? null, notifyurlAuthId: notifyurlAuthId ?? null, httpsOnly };
}

/** Refuses, at its field, what the installation keeps for a shorter time. */
async function retention(
  tx: Sql,
  input: z.output<typeof serviceRetentionSchema>,
): Promise<Retention> {
  const installation = await readRetention(tx);
  const days = (name: keyof Retention) => {
    const [own = null, most] = [input[name], installation[name]];
    if (own !== null && most !== null && own > most)
      rejectInput(
        `takes at most ${most}: so many days the installation keeps them. Leave it empty for the same.`,
        `/${name}`,
      );
    return own;
  };
  return {
    keepMessages: days("keepMessages"),
    keepDeliveries: days("keepDeliveries"),
    keepAttempts: days("keepAttempts"),
  };
}

/**
 * Without hours there is no window, and it has no days. Refuses times that never let anything out.
 */
function sendingTimes(input: z.output<typeof serviceSendingSchema>): SendingTimes {
  const { timezone, quietFrom, quietTo, windowFrom, windowTo, windowDays } = input;
  const times = {
    timezone,
    quietFrom: quietFrom ?? null,
    quietTo: quietTo ?? null,
    windowFrom: windowFrom ?? null,
    windowTo: windowTo ?? null,
    windowDays: windowFrom === undefined ? [] : windowDays,
  };
  if (!everOpen(hoursOf(times)))
    rejectInput("Quiet hours cover the whole window, so no campaign could be sent.", "/windowTo");
  return times;
}

function addresses({ ipAllow, from, anyway }: z.output<typeof serviceAddressesSchema>): string[] {
  const wrong = ipAllow.find((entry) => !isAddressOrRange(entry));
  if (wrong !== undefined)
    rejectInput(
      `“${wrong}” is not an address or range. Write one per line, such as 192.0.2.10 or 192.0.2.0/24.`,
      "/ipAllow",
    );
  if (
    ipAllow.length > 0 &&
    from !== undefined &&
    !anyway &&
    !new AddressList(ipAllow).includes(from)
  )
    rejectInput(
      `Your address, ${from}, is not in this list. Programs that call from it will be refused.`,
      "/anyway",
    );
  return ipAllow;
}

type AuditedSettings = Record<string, string | number | boolean | null>;
function seen({ ipAllow, windowDays, frequencyCaps, ...rest }: Settings): AuditedSettings {
  return {
    ...rest,
    ipAllow: ipAllow.join(", "),
    windowDays: windowDays.join(", "),
    frequencyCaps: frequencyCaps.map(capText).join("; "),
  };
}
