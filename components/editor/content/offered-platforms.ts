import { platforms, type Platform } from "@/lib/interface/device-kinds";
import { useApp } from "../examined/examined";
import { usePlatforms } from "./platform-states";

/**
 * The platforms that a message of the app can be written for: those that the app is for, and those
 * that it is written for already. All of them while no app is known.
 */
export function useOfferedPlatforms(): Platform[] {
  const app = useApp();
  const states = usePlatforms();
  return platforms.filter(
    (platform) => states[platform].on || (app?.platforms.includes(platform) ?? true),
  );
}
