import type { Appearance } from "@/lib/payload/appearance";
import type { Face, Surface } from "../face";

/** What a person does with a notification on a device. */
export interface FaceActions {
  onTap: () => void;
  onButton: (identifier: string) => void;
  onReply: (identifier: string, text: string) => void;
  onDismiss: () => void;
}

/** A part of a notification that a device may cut. */
export type CutPart = "title" | "text";
/** Called after layout: how many characters of a part are not in sight. */
export type ReportCut = (part: CutPart, characters: number) => void;

/** What every face takes: the same notification, drawn as one system draws it. */
export interface FaceProps {
  appearance: Appearance;
  face: Face;
  surface: Surface;
  /** Age in the system's short form: "now", "5m". */
  when: string;
  /** Absent: a picture to look at. Present: keys and pointers work. */
  actions?: FaceActions | undefined;
  /** Absent where the face cannot be opened or folded by hand. */
  onExpandedChange?: ((expanded: boolean) => void) | undefined;
  onCut?: ReportCut | undefined;
}
