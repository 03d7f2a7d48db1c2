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
