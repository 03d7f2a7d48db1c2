"use client";

import { createContext, use, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { bodyOf } from "./assemble";
import { payloadApp, type ComposerApp } from "./composition";
import { examine, type Examined } from "./examine";
import { examineReach, type Reached } from "./examine-reach";
import { whenPassed } from "./expiry-clock";
import { useReach, type ChosenAudience } from "./reach-state";
import type { SharedText } from "./shared-text";
import { templateOf, useTemplates, type ComposerTemplate } from "./templates";
import type { Version } from "./use-history";

interface View extends Reached {
  app: ComposerApp | undefined;
  request: PushRequestInput;
}

const ViewContext = createContext<View | undefined>(undefined);

/** What the request being written amounts to, a moment behind the keys. */
export function useExamined(): View {
  const view = use(ViewContext);
  if (!view) throw new Error("useExamined needs an ExaminedForm around it");
  return view;
}

interface ExaminedFormProps {
  apps: readonly ComposerApp[];
  shared: SharedText;
  /** Told of each version, a moment behind the keys. */
  onVersion: (version: Version) => void;
  children: ReactNode;
}

/** Examines the form for everybody inside, after the field has shown what was typed. */
export function ExaminedForm({ apps, shared, onVersion, children }: ExaminedFormProps) {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const request = useDeferredValue(useWatch({ control }) as PushRequestInput);
  const templates = useTemplates();
  const { reach, chosen, drawnFor } = useReach();
  const [now, setNow] = useState(() => Date.now());
  const view = useMemo(() => {
    const app = apps.find(({ appid }) => appid === request.appid);
    return { ...examineWhole(request, { apps, templates, now, chosen, drawnFor }), app, request };
  }, [apps, templates, request, now, chosen, drawnFor]);

  // Sending goes by the clock, so that what is listed must, too.
  useEffect(() => whenPassed(request.expiry, now, setNow), [request.expiry, now]);
  useEffect(() => onVersion({ request, shared, reach }), [request, shared, reach, onVersion]);

  return <ViewContext value={view}>{children}</ViewContext>;
}

/** Examines what the form holds, with what is known of its app and its template. */
export function examineForm(
  request: PushRequestInput,
  apps: readonly ComposerApp[],
  templates: readonly ComposerTemplate[],
  now: number,
): Examined {
  return examinerOf(request, apps, templates, now)(bodyOf(request));
}

interface WholeOptions {
  apps: readonly ComposerApp[];
  templates: readonly ComposerTemplate[];
  /** Milliseconds UTC. */
  now: number;
  chosen: ChosenAudience | undefined;
  drawnFor?: string | undefined;
}

/** Examines all that the form would send: its request, or the several that its recipients take. */
export function examineWhole(request: PushRequestInput, { apps, templates, now, chosen, drawnFor }: WholeOptions): Reached {
  const app = apps.find(({ appid }) => appid === request.appid);
  const parameters = templateOf(templates, request)?.parameters ?? [];
  return examineReach(request, {
    chosen,
    drawnFor,
    plan: { sizeRule: app?.sizeRule ?? "body", parameters: parameters.map(({ name }) => name) },
    examineOne: examinerOf(request, apps, templates, now),
  });
}

function examinerOf(
  request: PushRequestInput,
  apps: readonly ComposerApp[],
  templates: readonly ComposerTemplate[],
  now: number,
): (body: string) => Examined {
  const app = apps.find(({ appid }) => appid === request.appid);
  const options = {
    app: app ? payloadApp(app) : { name: "Your app" },
    providers: app?.providers,
    httpsOnly: app?.httpsOnly ?? true,
    sizeRule: app?.sizeRule ?? "body",
    template: templateOf(templates, request),
    now,
  };
  return (body) => examine(body, options);
}
