import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import { problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { appFacts } from "@/lib/payload/app-facts";
import type { Appearance } from "@/lib/payload/appearance";
import { bodyOf } from "./assemble";
import type { ComposerApp } from "./composition";
import { examine, type Examined, type ExamineOptions } from "./examine";
import { templateOf, type ComposerTemplate } from "./template-of";

/** What each kind of device shows of a message; a kind that gets nothing is left out. */
export type Shown = Partial<Record<DeviceKind, Appearance>>;

/** The language of its template that everybody gets, and the one that is drawn. */
export type Spoken = Pick<ExamineOptions, "language" | "drawnIn">;

/**
 * What examines bodies that a request is sent as, with what is known of its app and its template.
 *
 * @param now milliseconds UTC
 * @param pictures false: they are judged alone, and nothing is drawn
 * @param spoken in which language of its template it is sent, and drawn
 */
export function examinerOf(
  request: PushRequestInput,
  apps: readonly ComposerApp[],
  templates: readonly ComposerTemplate[],
  now: number,
  pictures = true,
  spoken: Spoken = {},
): (body: string) => Examined {
  const app = apps.find(({ appid }) => appid === request.appid);
  // All are of one service, whose settings hold for an app that nobody knows, too.
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
  spoken: Spoken = {},
): Examined {
  return examinerOf(request, apps, templates, now, true, spoken)(bodyOf(request));
}

/** What devices would show of a request that has not been sent. `now` in milliseconds UTC. */
export function shownOfRequest(
  request: PushRequestInput,
  apps: readonly ComposerApp[],
  templates: readonly ComposerTemplate[],
  now: number,
  spoken: Spoken = {},
): Shown {
  const { shown } = examineForm(request, apps, templates, now, spoken);
  return Object.fromEntries(
    deviceKinds.flatMap((kind) => (shown[kind] ? [[kind, shown[kind].appearance]] : [])),
  );
}
