import type { LookAtImage } from "@/components/editor/content/image-store";
import type { TestActions } from "@/components/editor/test/test-actions";
import type { Media } from "@/components/media/media-context";
import type { ComposerApp } from "@/lib/compose/composition";
import type { findTemplateDraft } from "@/lib/directory/template/open";
import type { saveTemplate } from "@/lib/directory/template/save";
import type { ActionOf } from "@/lib/verb/answer";
import type { PublishAction } from "../publish-button";
import type { TemplateLists } from "./recipient-choice";

export type SaveTemplateAction = ActionOf<typeof saveTemplate>;

type FindTemplateAction = ActionOf<typeof findTemplateDraft>;

export interface TemplateEditorProps {
  template: {
    id: string;
    name: string;
    appid: string;
    templateId: string;
    published: number | null;
    publishedContent: string | null;
  };
  /** What the draft says, or what it would begin with. */
  opened: { content: string; revision: number };
  apps: readonly ComposerApp[];
  /** Public address of the service, for the command line. */
  origin: string;
  save: SaveTemplateAction;
  find: FindTemplateAction;
  /** Milliseconds after the last key until the draft is saved. */
  autosaveMs: number;
  /** Absent for members who may not. */
  publish: PublishAction | undefined;
  /** Whether what was really sent may be run through the draft before. */
  proven: boolean;
  lookAtImage: LookAtImage;
  memberId: string;
  testing: TestActions;
  mayTest: boolean;
  /**
   * A user of the app with a device, for the request that is shown; undefined where there is none.
   */
  userid: string | undefined;
  /** Whose recipients it can be looked at with. */
  lists: TemplateLists;
  /** The media library to choose from. */
  library: Omit<Media, "origin">;
}
