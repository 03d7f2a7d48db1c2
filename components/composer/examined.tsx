"use client";

import { createContext, use, useDeferredValue, useEffect, useMemo, useState, type ReactNode, type RefObject } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { bodyOf } from "./assemble";
import type { Attempt } from "./attempt";
import { payloadApp, type ComposerApp, type Composition } from "./composition";
import { examine, type Examined } from "./examine";
import type { SharedText } from "./shared-text";

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
  attempt: RefObject<Attempt>;
  save: (draft: Composition) => void;
  children: ReactNode;
}

/** Examines the form for everybody inside, after the field has shown what was typed, and keeps the draft. */
export function ExaminedForm({ apps, shared, attempt, save, children }: ExaminedFormProps) {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const request = useDeferredValue(useWatch({ control }) as PushRequestInput);
  const [now] = useState(() => Date.now());
  const view = useMemo(() => {
    const app = apps.find(({ appid }) => appid === request.appid);
    const options = { app: app ? payloadApp(app) : { name: "Your app" }, httpsOnly: app?.sandbox !== true, now };
    return { ...examine(bodyOf(request), options), app, request };
  }, [apps, request, now]);

  useEffect(() => {
    const timer = setTimeout(() => save({ request, shared, attempt: attempt.current }), 250);
    return () => clearTimeout(timer);
  }, [request, shared, attempt, save]);

  return <ViewContext value={view}>{children}</ViewContext>;
}
