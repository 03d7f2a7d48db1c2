import { providerKinds } from "@/lib/interface/device-kinds";
import type { ComposerApp } from "./composition";

/** Where something stands in a value: names of members and positions of lists. */
export type ValuePath = readonly (string | number)[];

/** Every position of a value, its own included. For tests. */
export function pathsOf(value: unknown, at: ValuePath = []): ValuePath[] {
  if (typeof value !== "object" || value === null) return [at];
  const steps: [string | number, unknown][] = Array.isArray(value)
    ? value.map((one, index) => [index, one])
    : Object.entries(value);
  return [at, ...steps.flatMap(([step, member]) => pathsOf(member, [...at, step]))];
}

/**
 * A copy with something else at a position; the same where a list has no such position. For tests.
 */
export function put(value: unknown, [step, ...rest]: ValuePath, next: unknown): unknown {
  if (step === undefined) return next;
  if (Array.isArray(value))
    return typeof step === "number" && step < value.length
      ? value.with(step, put(value[step], rest, next))
      : (value as unknown);
  return {
    ...(value as object),
    [step]: put((value as Record<string, unknown>)[step], rest, next),
  };
}

/** The app `shop`, which may send by every provider. For tests. */
export function testComposerApp(): ComposerApp {
  return {
    appid: "shop",
    name: "Shop",
    serviceId: "s",
    serviceActive: true,
    sandbox: false,
    sizeRule: "body",
    httpsOnly: true,
    pushEnabled: true,
    providers: providerKinds,
    siteUrl: null,
    iconUrl: null,
    bundleId: null,
    androidRendering: "auto",
    defaultChannelId: null,
    deepLinkScheme: null,
    platforms: ["android", "ios", "web"],
  };
}
