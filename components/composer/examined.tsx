"use client";

import { createContext, use, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { bodyOf } from "./assemble";
import { payloadApp, type ComposerApp } from "./composition";
import { examine, type Examined } from "./examine";
import { whenPassed } from "./expiry-clock";
import type { SharedText } from "./shared-text";
import { templateOf, useTemplates, type ComposerTemplate } from "./templates";
import type { Version } from "./use-history";

interface View extends Examined {
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
  const [now, setNow] = useState(() => Date.now());
  const view = useMemo(() => {
    const app = apps.find(({ appid }) => appid === request.appid);
    return { ...examineForm(request, apps, templates, now), app, request };
  }, [apps, templates, request, now]);

  // Sending goes by the clock, so that what is listed must, too.
  useEffect(() => whenPassed(request.expiry, now, setNow), [request.expiry, now]);
  useEffect(() => onVersion({ request, shared }), [request, shared, onVersion]);

  return <ViewContext value={view}>{children}</ViewContext>;
}

/** Examines what the form holds, with what is known of its app and its template. */
export function examineForm(
  request: PushRequestInput,
  apps: readonly ComposerApp[],
  templates: readonly ComposerTemplate[],
  now: number,
): Examined {
  const app = apps.find(({ appid }) => appid === request.appid);
  return examine(bodyOf(request), {
    app: app ? payloadApp(app) : { name: "Your app" },
    providers: app?.providers,
    httpsOnly: app?.httpsOnly ?? true,
    sizeRule: app?.sizeRule ?? "body",
    template: templateOf(templates, request),
    now,
  });
}
