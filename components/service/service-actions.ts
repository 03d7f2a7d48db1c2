import type { z } from "zod";
import type { Answer } from "@/lib/inputs/answer";
import type {
  changeServiceSchema,
  rerollKeySchema,
  rerollSecretSchema,
  serviceKeySchema,
} from "@/lib/inputs/service";

/** Changes a part of a service. */
export type ChangeService = (
  input: z.input<typeof changeServiceSchema>,
) => Promise<Answer<unknown>>;
/** Deactivates and reactivates a service. */
export interface ServiceStateActions {
  deactivate: (input: { serviceId: string }) => Promise<Answer<unknown>>;
  reactivate: (input: { serviceId: string }) => Promise<Answer<unknown>>;
}
/** What can be done with keys. */
export interface KeyActions {
  create: (input: z.input<typeof serviceKeySchema>) => Promise<Answer<{ key: string }>>;
  reroll: (input: z.input<typeof rerollKeySchema>) => Promise<Answer<{ key: string }>>;
  revoke: (input: { id: string }) => Promise<Answer<unknown>>;
}
/** What can be done with the secrets of a service other than its keys. */
export interface SecretActions {
  reroll: RerollSecret;
  /** Removes a JWT secret. */
  remove: (input: { id: string }) => Promise<Answer<unknown>>;
}
/** Replaces a secret. */
export type RerollSecret = (
  input: z.input<typeof rerollSecretSchema>,
) => Promise<Answer<{ secret: string }>>;
