import type { Appearance } from "@/lib/payload/appearance";

type Kind = Appearance["kind"];

/** A way to draw a notification: one system, and on it one app or browser. */
export type FaceId =
  | "pixel"
  | "samsung"
  | "huawei"
  | "iphone"
  | "chrome-windows"
  | "chrome-macos"
  | "chrome-android"
  | "firefox-windows"
  | "firefox-linux"
  | "safari-macos";

/** What stands around a notification: the glass of a phone, the corner of a desktop. */
export type System = "pixel" | "samsung" | "huawei" | "iphone" | "windows" | "macos" | "gnome";

/** Where a notification is looked at. */
export type Surface = "collapsed" | "expanded" | "lock" | "heads-up";

/** A surface and what it is called on this system. */
export interface NamedSurface {
  value: Surface;
  label: string;
}

/**
 * How one system draws what a kind of device was sent. Several faces may draw the same kind: the
 * provider knows nothing of them.
 */
export interface Face {
  id: FaceId;
  kind: Kind;
  /** On its own: "Chrome on Windows". */
  name: string;
  /** Next to the other faces of its kind: "Windows". */
  short: string;
  system: System;
  /** At least one; where a notification rests comes first. */
  surfaces: readonly [NamedSurface, ...NamedSurface[]];
  /** Buttons there is room for, and the surfaces that show them. */
  buttons: { most: number; on: readonly Surface[] };
  /** Surfaces that show the picture of a message. */
  pictureOn: readonly Surface[];
}

const ofAndroid = [
  { value: "collapsed", label: "Collapsed" },
  { value: "expanded", label: "Expanded" },
  { value: "lock", label: "Lock screen" },
  { value: "heads-up", label: "Heads-up" },
] as const;
const ofIphone = [
  { value: "lock", label: "Lock screen" },
  { value: "heads-up", label: "Banner" },
  { value: "expanded", label: "Expanded" },
] as const;
const arriving = { value: "collapsed", label: "As it arrives" } as const;

const everywhere: readonly Surface[] = ["collapsed", "expanded", "lock", "heads-up"];
const opened: readonly Surface[] = ["expanded"];
/** Android shows buttons when a notification is opened, and when it drops in over an app. */
const androidButtons = { most: 3, on: ["expanded", "heads-up"] } as const;
const none = { most: 0, on: [] } as const;
const twoAlways = { most: 2, on: everywhere } as const;

const pixel: Face = {
  id: "pixel",
  kind: "android",
  name: "Pixel",
  short: "Pixel",
  system: "pixel",
  surfaces: ofAndroid,
  buttons: androidButtons,
  pictureOn: everywhere,
};

const chromeOnWindows: Face = {
  id: "chrome-windows",
  kind: "chrome",
  name: "Chrome on Windows",
  short: "Windows",
  system: "windows",
  surfaces: [arriving],
  buttons: twoAlways,
  pictureOn: everywhere,
};

const chromeOnMac: Face = {
  id: "chrome-macos",
  kind: "chrome",
  name: "Chrome on macOS",
  short: "macOS",
  system: "macos",
  surfaces: [arriving, { value: "expanded", label: "Options open" }],
  buttons: { most: 2, on: opened },
  pictureOn: [],
};

const facesByKind: Record<Kind, readonly [Face, ...Face[]]> = {
  android: [
    pixel,
    { ...pixel, id: "samsung", name: "Samsung Galaxy", short: "Samsung", system: "samsung" },
  ],
  hms: [{ ...pixel, id: "huawei", kind: "hms", name: "Huawei", short: "Huawei", system: "huawei" }],
  ios: [
    {
      id: "iphone",
      kind: "ios",
      name: "iPhone",
      short: "iPhone",
      system: "iphone",
      surfaces: ofIphone,
      buttons: { most: 4, on: opened },
      pictureOn: everywhere,
    },
  ],
  chrome: [
    chromeOnWindows,
    chromeOnMac,
    {
      id: "chrome-android",
      kind: "chrome",
      name: "Chrome on Android",
      short: "Android",
      system: "pixel",
      surfaces: ofAndroid,
      buttons: { ...androidButtons, most: 2 },
      pictureOn: opened,
    },
  ],
  firefox: [
    {
      id: "firefox-linux",
      kind: "firefox",
      name: "Firefox on Linux",
      short: "Linux",
      system: "gnome",
      surfaces: [arriving, { value: "expanded", label: "Expanded" }],
      buttons: none,
      pictureOn: [],
    },
    {
      ...chromeOnWindows,
      id: "firefox-windows",
      kind: "firefox",
      name: "Firefox on Windows",
      buttons: none,
      pictureOn: [],
    },
  ],
  safari: [
    {
      ...chromeOnMac,
      id: "safari-macos",
      kind: "safari",
      name: "Safari on macOS",
      surfaces: [arriving],
      buttons: twoAlways,
    },
  ],
};

/** The faces of a kind of device, the most common first. */
export function facesOf(kind: Kind): readonly [Face, ...Face[]] {
  return facesByKind[kind];
}

/** The face that stands for a kind of device where there is room for one. */
export function defaultFace(kind: Kind): Face {
  return facesByKind[kind][0];
}

/** Where an untouched notification rests. */
export function restingSurface(face: Face): Surface {
  return face.surfaces[0].value;
}

/**
 * The surface of a face that was asked for, and where the notification rests where this face has no
 * such surface.
 */
export function surfaceOf(face: Face, surfaceName: string | undefined): Surface {
  return face.surfaces.find(({ value }) => value === surfaceName)?.value ?? restingSurface(face);
}

/**
 * What a surface is called on a face: the same banner is "Heads-up" on Android and "Banner" on an
 * iPhone.
 */
export function surfaceLabel(face: Face, surface: Surface): string {
  return (face.surfaces.find(({ value }) => value === surface) ?? face.surfaces[0]).label;
}

/** Whether a face belongs to a handheld device. */
export function isPhone({ system }: Pick<Face, "system">): boolean {
  return system !== "windows" && system !== "macos" && system !== "gnome";
}

/**
 * What reached the device and is shown on none of its surfaces, each with the reason, as sentences.
 */
export function leftOut({ imageUrl, buttons }: Appearance, face: Face): string[] {
  const sentences: string[] = [];
  if (imageUrl !== undefined && face.pictureOn.length === 0)
    sentences.push(`${face.name} shows no large image.`);
  const { most } = face.buttons;
  const over = buttons.slice(most).map(({ label }) => `“${label}”`);
  if (over.length > 0 && most === 0) sentences.push(`${face.name} shows no buttons.`);
  else if (over.length > 0)
    sentences.push(
      `${face.name} shows ${most} buttons at most: ${over.join(", ")} ${over.length === 1 ? "is" : "are"} left out.`,
    );
  return sentences;
}
