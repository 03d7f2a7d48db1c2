"use client";

import { ownParts, type SharedPart } from "@/lib/compose/shared-text";
import { templateOf } from "@/lib/compose/template-of";
import { platforms, type Platform } from "@/lib/interface/device-kinds";
import { useContentSame } from "../content-context";
import { useApp } from "../examined/examined";
import { useTemplates } from "./templates";

/** How a platform stands to what is written for all. */
interface PlatformState {
  on: boolean;
  /** The template brings it: it cannot be switched off here. */
  brought: boolean;
  /** The parts that it says in its own words. */
  own: SharedPart[];
}

/** Which platforms the message goes to, and which of them say it in their own words. */
export function usePlatforms(): Record<Platform, PlatformState> {
  const templates = useTemplates();
  return useContentSame(({ request, shared }) => {
    const blocks = request.channels?.push;
    const template = templateOf(templates, request);
    return Object.fromEntries(
      platforms.map((platform) => {
        const brought = template?.blocks[platform] !== undefined;
        return [
          platform,
          {
            on: brought || blocks?.[platform] !== undefined,
            brought,
            own: ownParts(blocks, platform, shared),
          },
        ];
      }),
    ) as Record<Platform, PlatformState>;
  });
}

/**
 * Returns the platforms that a message of the app can be written for: those of the app, and those
 * that the message already has content for. All platforms while there is no app.
 */
export function useOfferedPlatforms(): Platform[] {
  const app = useApp();
  const states = usePlatforms();
  return platforms.filter(
    (platform) => states[platform].on || (app?.platforms.includes(platform) ?? true),
  );
}
