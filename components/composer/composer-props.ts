import type { LookAtImage } from "@/components/editor/content/image-store";
import type { FindTemplates } from "@/components/editor/content/templates";
import type { Audiences } from "@/components/editor/reach/reach-state";
import type { TestActions } from "@/components/editor/test/test-actions";
import type { FindMedia } from "@/components/media/media-context";
import type { ComposerApp, Composition } from "@/lib/compose/composition";
import type { ComposerStep } from "@/lib/compose/place";
import type { SavedVersion } from "@/lib/compose/saved-versions";
import type { ComposerTemplate } from "@/lib/compose/template-of";
import type { FrequencyCap } from "@/lib/inputs/frequency-cap";
import type { NotifyurlCheckAction } from "./delivery/notify-check";
import type { DraftActions } from "./draft/draft-actions";
import type { DraftState } from "./draft/use-campaign-draft";
import type { ComposerRights } from "./rights";
import type { SendActions } from "./send/send-ports";
import type { PlanAction } from "./send/use-plan";

export interface ComposerProps {
  apps: readonly ComposerApp[];
  templates: readonly ComposerTemplate[];
  findTemplates: FindTemplates;
  /** Chosen to begin with; the first when left out. */
  appid?: string | undefined;
  /** The list that a new message goes to. */
  audienceId?: string | undefined;
  /** The segment that a new message goes to. */
  segmentId?: string | undefined;
  /** Of the app's: what a new message is sent by. */
  template?: string | undefined;
  /** The campaign to go on with, and its draft. */
  campaign?: SavedVersion | undefined;
  memberId: string;
  /** That the apps are of. */
  serviceId: string;
  /** Nothing was sent from the console yet. */
  firstDay: boolean;
  may: ComposerRights;
  /** Of the service. */
  frequencyCaps: readonly FrequencyCap[];
  /** Public address of the service, for the command line. */
  origin: string;
  audiences: Audiences;
  sending: SendActions;
  plan: PlanAction;
  testing: TestActions;
  drafts: DraftActions;
  /** Milliseconds after the last key until a draft is saved. */
  autosaveMs: number;
  /** In which a send can be undone. */
  undoSeconds: number;
  checkNotifyurl: NotifyurlCheckAction;
  lookAtImage: LookAtImage;
  findMedia: FindMedia;
}

export interface ComposerFrameProps extends Pick<
  ComposerProps,
  "apps" | "may" | "origin" | "plan" | "testing" | "undoSeconds"
> {
  initial: Composition;
  draft: DraftState;
  at: ComposerStep | undefined;
  /** It replaced another message, whose button had the focus. */
  takesFocus: boolean;
  onStartOver: () => void;
  /** Absent where there is nothing to go back to. */
  onUndoStartOver: (() => void) | undefined;
}
