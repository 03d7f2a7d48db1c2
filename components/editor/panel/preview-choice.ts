import type { DeviceSettings, Scheme, TextSize } from "@/components/preview/device-settings";
import { facesOf, type Face, type FaceId, type Surface } from "@/components/preview/face";
import type { DeviceKind } from "@/lib/interface/device-kinds";

/**
 * The devices that the user previews, and their settings. Stored while the composer is open.
 */
export interface PreviewChoice {
  /** All devices at once. */
  wall: boolean;
  /** The face chosen for a kind of device; absent: its default. */
  faces: Partial<Record<DeviceKind, FaceId>>;
  surface: Surface;
  /** Absent: as the console is. */
  scheme?: Scheme;
  textSize: TextSize;
  rightToLeft: boolean;
}

/** One device, set as it leaves the shop. */
export const firstChoice: PreviewChoice = {
  wall: false,
  faces: {},
  surface: "collapsed",
  textSize: "normal",
  rightToLeft: false,
};

/** The face that draws a kind of device. */
export function chosenFace({ faces }: PreviewChoice, kind: DeviceKind): Face {
  const faceOptions = facesOf(kind);
  return faceOptions.find(({ id }) => id === faces[kind]) ?? faceOptions[0];
}

/**
 * How the devices are set that a text is measured on; light or dark makes no difference to that.
 */
export function settingsOf({ textSize, rightToLeft }: PreviewChoice): DeviceSettings {
  return { scheme: "light", textSize, rightToLeft };
}
