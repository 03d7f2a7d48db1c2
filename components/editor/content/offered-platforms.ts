import { platforms, type Platform } from "@/lib/interface/device-kinds";
import { useApp } from "../examined/examined";
import { usePlatforms } from "./platform-states";

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
