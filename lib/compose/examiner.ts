import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import { problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { appFacts } from "@/lib/payload/app-facts";
import type { Appearance } from "@/lib/payload/appearance";
import { bodyOf } from "./assemble";
import type { ComposerApp } from "./composition";
import { examine, type RequestExamination, type ExamineOptions } from "./examine";
import { templateOf, type ComposerTemplate } from "./template-of";

/** What each kind of device shows of a message; a kind that gets nothing is left out. */
export type Appearances = Partial<Record<DeviceKind, Appearance>>;

/** The language of its template that everybody gets, and the one that is drawn. */
export type LanguageOptions = Pick<ExamineOptions, "language" | "drawnIn">;

/**
 * Returns a function that examines the bodies of a request, with its app and template if they
 * exist.
 *
 * @param now milliseconds UTC
 * @param pictures false: checks only, draws nothing
 * @param spoken languages of its template in which it is sent and drawn
 */
export function examinerOf(
  request: PushRequestInput,
  apps: readonly ComposerApp[],
  templates: readonly ComposerTemplate[],
  now: number,
  pictures = true,
  spoken: LanguageOptions = {},
): (body: string) => RequestExamination {
  const app = apps.find(({ appid }) => appid === request.appid);
  // All apps are of one service, whose settings apply to an unknown app, too.
  const service = app ?? apps[0];
  const options = {
    app: app ? appFacts(app) : { name: "Your app" },
    sender: app,
    httpsOnly: service?.httpsOnly ?? true,
    origin: service?.origin,
    sizeRule: service?.sizeRule ?? "body",
    template: templateOf(templates, request),
    now,
    pictures,
    ...spoken,
  };
  return (body) => {
    const examined = examine(body, options);
    return service?.serviceActive === false
      ? { ...examined, problems: [problem("service.inactive", "")] }
      : examined;
  };
}

/** Examines what a form holds. `now` in milliseconds UTC. */
export function examineForm(
  request: PushRequestInput,
  apps: readonly ComposerApp[],
  templates: readonly ComposerTemplate[],
  now: number,
  spoken: LanguageOptions = {},
): RequestExamination {
  return examinerOf(request, apps, templates, now, true, spoken)(bodyOf(request));
}

/** What devices would show of a request that has not been sent. `now` in milliseconds UTC. */
export function shownOfRequest(
  request: PushRequestInput,
  apps: readonly ComposerApp[],
  templates: readonly ComposerTemplate[],
  now: number,
  spoken: LanguageOptions = {},
): Appearances {
  const { previews } = examineForm(request, apps, templates, now, spoken);
  return Object.fromEntries(
    deviceKinds.flatMap((kind) => (previews[kind] ? [[kind, previews[kind].appearance]] : [])),
  );
}
