import { facesOf, type Face } from "@/components/preview/face";
import {
  deviceKinds,
  platformOf,
  platforms,
  type DeviceKind,
  type Platform,
} from "@/lib/interface/device-kinds";

/** The faces of one platform that have something to show. */
export interface WallGroup {
  platform: Platform;
  faces: readonly Face[];
  /** Pictures of all these faces together. */
  screens: number;
}

/**
 * The wall in its order: by platform as the tabs of the content have them, each with the devices
 * that show it. Platforms that show nothing are left out.
 */
export function wallGroups(shows: (kind: DeviceKind) => boolean): readonly WallGroup[] {
  return platforms.flatMap((platform) => {
    const faces = deviceKinds
      .filter((kind) => platformOf(kind) === platform && shows(kind))
      .flatMap(facesOf);
    const screens = faces.reduce((sum, { surfaces }) => sum + surfaces.length, 0);
    return screens === 0 ? [] : [{ platform, faces, screens }];
  });
}
