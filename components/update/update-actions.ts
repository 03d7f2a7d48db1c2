import type { z } from "zod";
import type { NotifyAuthUsers } from "@/lib/directory/notify-auth/used-by";
import type { WebhookWaiting } from "@/lib/directory/webhook/waiting";
import type { Answer } from "@/lib/inputs/answer";
import type { addNotifyAuthSchema, changeNotifyAuthSchema } from "@/lib/inputs/notify-auth";
import type { SearchedTo } from "@/lib/inputs/replay";
import type { addWebhookSchema, changeWebhookSchema, testUpdateSchema } from "@/lib/inputs/webhook";
import type { TestAnswer } from "@/lib/updates/send-test";

interface Named {
  id: string;
}

/** Sends one update that is about nothing, and returns the receiver's answer. */
export type SendTest = (input: z.input<typeof testUpdateSchema>) => Promise<Answer<TestAnswer>>;

/** What can be done to the authentications of a service. */
export interface AuthActions {
  add: (auth: z.input<typeof addNotifyAuthSchema>) => Promise<Answer<Named>>;
  change: (auth: z.input<typeof changeNotifyAuthSchema>) => Promise<Answer<Named>>;
  remove: (auth: { serviceId: string; id: string }) => Promise<Answer<unknown>>;
  findUsers: (auth: { serviceId: string; id: string }) => Promise<Answer<NotifyAuthUsers>>;
  test: SendTest;
}

/** What can be done to the webhooks of a service. */
export interface WebhookActions {
  /** Returns the signing secret, once. */
  add: (
    webhook: z.input<typeof addWebhookSchema>,
  ) => Promise<Answer<{ id: string; secret: string }>>;
  change: (webhook: z.input<typeof changeWebhookSchema>) => Promise<Answer<unknown>>;
  switchOff: (webhook: Named) => Promise<Answer<unknown>>;
  /** Returns how many parked updates are sent. */
  resume: (webhook: Named) => Promise<Answer<number>>;
  remove: (webhook: Named) => Promise<Answer<unknown>>;
  /** Returns the new secret, once. */
  reroll: (webhook: Named) => Promise<Answer<{ secret: string }>>;
  /** Counts the updates that wait for it. */
  findWaiting: (webhook: Named) => Promise<Answer<WebhookWaiting>>;
}

/** What can be done to the built-in inbox of a service. */
export interface InboxActions {
  /** Returns its address, and how many parked updates are sent. */
  open: (of: { serviceId: string }) => Promise<Answer<{ url: string; count: number }>>;
  /** Returns how many updates were in it. */
  empty: (of: { serviceId: string }) => Promise<Answer<number>>;
}

/** How many updates are sent again in one go; `more`: there may be others. */
export interface Counted {
  count: number;
  more: boolean;
  /** Where the next search goes on. */
  next?: SearchedTo;
}

/** Where missing updates are: in one message, or in the newest messages of a service. */
export type MissingWhere = { transid: string } | { serviceId: string };

interface OfService {
  serviceId: string;
  /** Left out: begins with the newest message. */
  after?: SearchedTo | undefined;
}

/** What sends all missing updates again. */
export interface ReplayMissingActions {
  count: (where: { transid: string } | OfService) => Promise<Answer<Counted>>;
  /** Sends the oldest again, `mostReplayed` at most. Returns how many are sent. */
  replay: (
    what: { transid: string; most: number } | (OfService & { missing: true }),
  ) => Promise<Answer<number>>;
}

interface ParkedAt {
  serviceId: string;
  receiver: string;
  origin: string;
}

/** A time span, as ISO 8601 has its ends. */
interface Within {
  serviceId: string;
  from: string;
  to: string;
}

/** What sends the parked updates of a time span again. */
export interface ReplaySpanActions {
  /** Counts them, up to one more than `mostReplayed`. */
  count: (within: Within) => Promise<Answer<number>>;
  /** Sends the oldest again, `most` at most. Returns how many are sent. */
  replay: (within: Within & { most: number }) => Promise<Answer<number>>;
}

/** What sends updates again. */
export interface ReplayActions {
  /** Counts those parked at an endpoint, up to one more than are sent in one go. */
  countParked: (at: ParkedAt) => Promise<Answer<number>>;
  /** Returns how many are sent. */
  replay: (what: ParkedAt | { serviceId: string; ids: string[] }) => Promise<Answer<number>>;
}
