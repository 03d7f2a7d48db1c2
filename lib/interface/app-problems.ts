import {
  destinationKeys,
  kindOfKey,
  platforms,
  providerOf,
  providersOf,
  type ProviderKind,
} from "./device-kinds";
import type { EffectiveRequest } from "./effective";
import { problem, type Problem } from "./problem";

/**
 * 7104 or 7118 for the app that a request names (contract 2).
 *
 * @param app undefined when the service has none of that id: one of another service is as unknown
 *   as one that does not exist, so that callers do not learn what others have
 */
export function appProblems(app: { pushEnabled: boolean } | undefined): Problem[] {
  if (!app) return [problem("appid.unknown", "/appid")];
  return app.pushEnabled ? [] : [problem("app.push.disabled", "/appid")];
}

/**
 * 7106 for each platform that the message needs and the app has no provider for (contract 2): a
 * block that none of the app's providers delivers, and push identifiers of a kind that has none.
 *
 * @param providers those that the app has a credential for
 */
export function missingProviders(
  effective: EffectiveRequest,
  providers: readonly ProviderKind[],
): Problem[] {
  const has = (provider: ProviderKind) => providers.includes(provider);
  const blocks = effective.channels.push;
  const problems: Problem[] = [];
  for (const [index, entry] of effective.destination.entries())
    for (const key of destinationKeys) {
      const kind = kindOfKey(key);
      if (kind && entry[key] !== undefined && !has(providerOf(kind)))
        problems.push(problem("app.provider.missing", `/destination/${index}/${key}`));
    }
  for (const platform of platforms)
    if (blocks[platform] && !providersOf(platform).some(({ kind }) => has(kind)))
      problems.push(problem("app.provider.missing", `/channels/push/${platform}`));
  return problems;
}
