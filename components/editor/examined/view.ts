import type { ComposerApp, Composition } from "@/lib/compose/composition";
import type { ReachExamination } from "@/lib/compose/examine-reach";
import type { SharedText } from "@/lib/compose/shared-text";
import type { PushRequestInput } from "@/lib/interface/request";

/** What the form of a message holds. */
export type Version = Pick<Composition, "request" | "shared" | "reach">;

/** A message as it is written, with what its bytes show. */
export interface View extends ReachExamination {
  app: ComposerApp | undefined;
  /** The app, and those of its service that send it too. */
  senders: readonly ComposerApp[];
  request: PushRequestInput;
  shared: SharedText;
}
