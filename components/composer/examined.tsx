"use client";

import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import type { Problem } from "@/lib/interface/problem";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { bodyOf } from "./assemble";
import { payloadApp, type ComposerApp } from "./composition";
import { examine, type Examined } from "./examine";
import { whenPassed } from "./expiry-clock";
import { countRecipients } from "./recipients";
import { useSharedText } from "./shared-state";
import { isOver, sizeRows } from "./sizes";
import { templateOf, useTemplates, type ComposerTemplate } from "./templates";
import type { Version } from "./use-history";
import { useBehind } from "./use-behind";
import { useSame } from "./use-same";

interface View extends Examined {
  app: ComposerApp | undefined;
  request: PushRequestInput;
}

/** What most keys leave as it is. */
interface Standing {
  problems: Problem[];
  warnings: Problem[];
  /** Kinds of device that are sent something. */
  kinds: DeviceKind[];
  recipients: number;
  /** Whether something is larger than it may be. */
  over: boolean;
}

// One for each pace: the pictures keep up with the keys, the rest comes a moment later, and most of that rest only when it says something else.
const DrawnContext = createContext<Examined["drawn"] | undefined>(undefined);
const StandingContext = createContext<Standing | undefined>(undefined);
const ViewContext = createContext<View | undefined>(undefined);

/** What each kind of device would be sent, as fast as it is typed. */
export function useDrawn(): Examined["drawn"] {
  return inside(use(DrawnContext));
}

/** How it stands with the request, a moment behind the keys. */
export function useStanding(): Standing {
  return inside(use(StandingContext));
}

/** Everything about the request being written, a moment behind the keys and another one after each of them. */
export function useExamined(): View {
  return inside(use(ViewContext));
}

function inside<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("What is examined needs an ExaminedForm around it");
  return value;
}

interface ExaminedFormProps {
  apps: readonly ComposerApp[];
  /** Told of each version. */
  onVersion: (version: Version) => void;
  children: ReactNode;
}

/** Examines the form for everybody inside. */
export function ExaminedForm({ apps, onVersion, children }: ExaminedFormProps) {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const request = useWatch({ control }) as PushRequestInput;
  const shared = useSharedText();
  const templates = useTemplates();
  const [now, setNow] = useState(() => Date.now());
  const view = useMemo((): View => {
    const app = apps.find(({ appid }) => appid === request.appid);
    return { ...examineForm(request, apps, templates, now), app, request };
  }, [apps, templates, request, now]);
  const behind = useBehind(view);
  const standing = useSame(useMemo(() => standingOf(behind), [behind]));

  // Sending goes by the clock, so that what is listed must, too.
  useEffect(() => whenPassed(request.expiry, now, setNow), [request.expiry, now]);
  useEffect(() => onVersion({ request, shared }), [request, shared, onVersion]);

  return (
    <DrawnContext value={view.drawn}>
      <StandingContext value={standing}>
        <ViewContext value={behind}>{children}</ViewContext>
      </StandingContext>
    </DrawnContext>
  );
}

function standingOf(view: View): Standing {
  const { problems, warnings, drawn, request } = view;
  return {
    problems,
    warnings,
    kinds: deviceKinds.filter((kind) => drawn[kind]),
    recipients: countRecipients(request.destination),
    over: sizeRows(view).some(isOver),
  };
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
