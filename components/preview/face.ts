import type { Appearance } from "@/lib/payload/appearance";

/** Light or dark: the device's own setting, whatever the console's is. */
export type Scheme = "light" | "dark";

/** What a person does with a notification on a device. */
export interface FaceActions {
  onTap: () => void;
  onButton: (identifier: string) => void;
  onReply: (identifier: string, text: string) => void;
  onDismiss: () => void;
}

/** A part of a notification that a device may cut. */
export type CutPart = "title" | "text";
/** Told after layout: how many characters of a part are not in sight. */
export type ReportCut = (part: CutPart, characters: number) => void;

/** What every face takes: the same notification, drawn as one system draws it. */
export interface FaceProps {
  appearance: Appearance;
  /** Opened by its owner, or folded as it arrives. */
  expanded: boolean;
  /** Age in the system's short form: "now", "5m". */
  when: string;
  /** Absent: a picture to look at. Present: keys and pointers work. */
  actions?: FaceActions | undefined;
  /** Absent where the face cannot be opened or folded by hand. */
  onExpandedChange?: ((expanded: boolean) => void) | undefined;
  onCut?: ReportCut | undefined;
}

type Kind = Appearance["kind"];

const names: Record<Kind, string> = {
  android: "Android",
  hms: "Huawei",
  ios: "iPhone",
  chrome: "Chrome on Windows",
  firefox: "Firefox on Linux",
  safari: "Safari on macOS",
};

/** The system whose look a kind of device is given. */
export function faceName(kind: Kind): string {
  return names[kind];
}

/** Where a notification is looked at. */
export type Surface = "collapsed" | "expanded" | "lock";

const surfacesOfPhone: readonly { value: Surface; label: string }[] = [
  { value: "collapsed", label: "Collapsed" },
  { value: "expanded", label: "Expanded" },
  { value: "lock", label: "Lock screen" },
];
const surfacesOfIphone = surfacesOfPhone.filter(({ value }) => value !== "collapsed").toReversed();
const surfacesOfDesktop: readonly { value: Surface; label: string }[] = [
  { value: "collapsed", label: "As it arrives" },
  { value: "expanded", label: "Expanded" },
];

/** The surfaces of a kind of device, the one seen first at the beginning. Windows and macOS show all they have at once. */
export function surfacesOf(kind: Kind): readonly { value: Surface; label: string }[] {
  if (kind === "ios") return surfacesOfIphone;
  if (kind === "firefox") return surfacesOfDesktop;
  return kind === "chrome" || kind === "safari" ? surfacesOfDesktop.slice(0, 1) : surfacesOfPhone;
}

/** Whether a kind of device is held in the hand. */
export function isPhone(kind: Kind): boolean {
  return kind === "android" || kind === "hms" || kind === "ios";
}
