"use client";

import { createContext, use, useDeferredValue, useEffect, useState, type ReactNode } from "react";
import type { ChosenAudience } from "@/lib/compose/chosen-audience";
import type { ComposerApp } from "@/lib/compose/composition";
import type { RequestExamination } from "@/lib/compose/examine";
import { examineReach, type ReachExamination } from "@/lib/compose/examine-reach";
import { examinerOf } from "@/lib/compose/examiner";
import { whenPassed } from "@/lib/compose/expiry-clock";
import type { ComposerStep } from "@/lib/compose/place";
import type { Reach } from "@/lib/compose/reach";
import { countRecipients } from "@/lib/compose/recipients";
import { isOver, sizeRows } from "@/lib/compose/sizes";
import { heavySteps, writtenSteps } from "@/lib/compose/steps";
import { templateOf, type ComposerTemplate } from "@/lib/compose/template-of";
import type { ScreenCut } from "@/lib/findings/cuts";
import type { Doubt } from "@/lib/findings/doubt";
import { sorted, type FieldHistory } from "@/lib/findings/field-findings";
import {
  cutFindings,
  doubtFindings,
  findingsOf,
  type Finding,
  type ReportedProblem,
} from "@/lib/findings/findings";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import { mergeProblems, type Problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { planOptionsOf, type ValueChoices } from "@/lib/plan/own-values";
import { useContent, useSharedText } from "../content-context";
import { useTemplates } from "../content/templates";
import { useTouched } from "../notices/touched-fields";
import { useReach } from "../reach/reach-state";
import { useCoverageOf } from "../reach/use-coverage-of";
import { useBehind } from "./use-behind";
import { useDoubts } from "./use-doubts";
import { useSame } from "./use-same";
import type { View } from "./view";

/** What most keys leave as it is. */
interface RequestState {
  /**
   * Whether it is a request as it stands, which the service takes or refuses; a template is none.
   */
  isRequest: boolean;
  /** What is wrong, what the service said of the last try included; each cause once. */
  errors: Finding[];
  /**
   * What is odd, each cause once; what the endpoint takes without a word, and people would not,
   * included.
   */
  warnings: Finding[];
  /** What is missing in fields that the user has not left yet. */
  missing: Finding[];
  /** Problems to show once those are solved. */
  further: Problem[];
  /** Steps in which something is written. */
  filledSteps: ComposerStep[];
  /** Steps whose bytes weigh, when the request is too large. */
  heavy: ComposerStep[];
  /** Kinds of device that show something. */
  kinds: DeviceKind[];
  recipients: number;
  /** Whether all of them are users. */
  users: boolean;
  /** Parameters that are shown with the template's samples. */
  samples: readonly string[];
  /** Whether something is larger than it may be. */
  over: boolean;
}

type Pictures = Pick<RequestExamination, "previews" | "drawn">;

/** From so many recipients on it may take several requests. */
const manyRecipients = 50;

// One for each pace: the pictures keep up with the keys, the rest comes a moment later, and most of
// that rest only when it says something else.
const DrawnContext = createContext<Pictures | undefined>(undefined);
const StandingContext = createContext<RequestState | undefined>(undefined);
const AppContext = createContext<ComposerApp | undefined>(undefined);
const ViewContext = createContext<View | undefined>(undefined);

/** What each kind of device shows, and what it would be sent, as fast as it is typed. */
export function useDrawn(): Pictures {
  return inside(use(DrawnContext));
}

/** How it stands with the request, a moment behind the keys. */
export function useStanding(): RequestState {
  return inside(use(StandingContext));
}

/** The app that the request names, where there is one: the same object after other edits. */
export function useApp(): ComposerApp | undefined {
  return use(AppContext);
}

/**
 * Everything about the request being written, a moment behind the keys and another one after each
 * of them.
 */
export function useExamined(): View {
  return inside(use(ViewContext));
}

function inside<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("What is examined needs an ExaminedForm around it");
  return value;
}

interface ExaminedFormProps {
  apps: readonly ComposerApp[];
  /** Problems that the service reported for the last attempt and that are not found here. */
  refused: readonly Problem[];
  /** What the screens show of its texts, as far as it was measured. */
  screens?: readonly ScreenCut[];
  /** What is doubtful beyond that; the same list for as long as it says the same. */
  doubtful?: readonly Doubt[];
  /**
   * How the form is read, where it is no request that is sent as it stands; one function as long as
   * it reads alike. `now` in milliseconds UTC.
   */
  read?: (request: PushRequestInput, now: number) => ReachExamination;
  children: ReactNode;
}

/** Examines the form for everybody inside. */
export function ExaminedForm({
  apps,
  refused,
  screens = unmeasured,
  doubtful = undoubted,
  read,
  children,
}: ExaminedFormProps) {
  const currentRequest = useContent(({ request }) => request);
  const shared = useSharedText();
  const templates = useTemplates();
  const { reach, chosen, drawnFor, drawnIn } = useReach();
  const { moreAppids, columns, defaults, lacking, language } = reach;
  // What takes several requests is read several times: the key does not wait for that. Nothing is
  // put off otherwise, since that alone is a second drawing.
  const takesSeveral =
    chosen !== undefined ||
    moreAppids.length > 0 ||
    countRecipients(currentRequest.destination) > manyRecipients;
  const later = useDeferredValue(takesSeveral ? currentRequest : undefined);
  const request = (takesSeveral ? later : undefined) ?? currentRequest;
  const [now, setNow] = useState(() => Date.now());
  const app = apps.find(({ appid }) => appid === request.appid);
  const examined = read
    ? read(request, now)
    : examineWhole(request, {
        apps,
        templates,
        now,
        chosen,
        moreAppids,
        columns,
        defaults,
        lacking,
        language,
        drawnFor,
        drawnIn,
      });
  const pictures = { previews: examined.previews, drawn: examined.drawn };
  const behind = useBehind<View>({
    ...examined,
    app,
    senders: sendersOf(apps, app, moreAppids),
    request,
    shared,
  });
  const { tried, left } = useTouched();
  const { coverage, owners } = useCoverageOf(behind, behind.recipients > 0);
  // Before anything is written, only those who have no device at all are not reached.
  const isWritten = Object.values(behind.previews).some((kind) => kind !== undefined);
  const messageDoubts = useDoubts(behind, (isWritten ? coverage : owners)?.reached === 0);
  const standing = useSame(
    standingOf(behind, read === undefined, refused, screens, [...doubtful, ...messageDoubts], {
      tried,
      left,
    }),
  );

  // Sending goes by the clock, so that what is listed must, too.
  useEffect(() => whenPassed(request.expiry, now, setNow), [request.expiry, now]);

  return (
    <DrawnContext value={pictures}>
      <StandingContext value={standing}>
        <AppContext value={app}>
          <ViewContext value={behind}>{children}</ViewContext>
        </AppContext>
      </StandingContext>
    </DrawnContext>
  );
}

/** The app, and those of its service that send it too. */
function sendersOf(
  apps: readonly ComposerApp[],
  app: ComposerApp | undefined,
  moreAppids: readonly string[],
): readonly ComposerApp[] {
  if (!app) return [];
  const isOther = ({ appid, serviceId }: ComposerApp) =>
    moreAppids.includes(appid) && serviceId === app.serviceId && appid !== app.appid;
  return [app, ...apps.filter(isOther)];
}

const unmeasured: readonly ScreenCut[] = [];
const undoubted: readonly Doubt[] = [];

function standingOf(
  view: View,
  isRequest: boolean,
  refused: readonly Problem[],
  screens: readonly ScreenCut[],
  doubts: readonly Doubt[],
  touched: FieldHistory,
): RequestState {
  const { request, problems, further, previews, recipients, users, samples } = view;
  const { errors, missing, warnings } = sorted(
    findingsOf({ ...view, problems: [...problems, ...refused] }),
    touched,
  );
  const doubted = doubtFindings(doubts);
  return {
    isRequest,
    errors: [...errors, ...doubted.filter(({ severity }) => severity === "error")],
    missing,
    // A browser that shows a button of its own is nothing to be warned of; the field says so.
    warnings: [
      ...warnings.filter(({ rule }) => rule !== "web.actiontext.missing"),
      ...cutFindings(screens),
      ...doubted.filter(({ severity }) => severity === "warning"),
    ],
    further,
    filledSteps: writtenSteps(request, recipients),
    heavy: heavySteps(view),
    kinds: deviceKinds.filter((kind) => previews[kind]),
    recipients,
    users,
    samples,
    over: sizeRows(view).some(isOver),
  };
}

interface WholeOptions extends ValueChoices {
  apps: readonly ComposerApp[];
  templates: readonly ComposerTemplate[];
  /** Milliseconds UTC. */
  now: number;
  chosen: ChosenAudience | undefined;
  /** Apps that send it besides the request's own. */
  moreAppids: readonly string[];
  language: Reach["language"];
  drawnFor?: string | undefined;
  /** The language that is drawn while each recipient gets their own; left out, the default one. */
  drawnIn?: string | undefined;
}

/**
 * Examines all that the form would send: its request, or the several that its recipients and its
 * further apps take.
 */
export function examineWhole(request: PushRequestInput, options: WholeOptions): ReachExamination {
  const reached = examineFrom(request, options);
  return options.moreAppids
    .filter((appid) => appid !== request.appid)
    .reduce((whole, appid) => {
      const { problems } = examineFrom({ ...request, appid }, { ...options, pictures: false });
      const name = options.apps.find((one) => one.appid === appid)?.name ?? appid;
      const appProblems = problems.map((one): ReportedProblem => ({
        ...one,
        message: `${name}: ${one.message}`,
        of: name,
      }));
      return { ...whole, problems: mergeProblems(whole.problems, appProblems) };
    }, reached);
}

/** Examines what one app would send. */
function examineFrom(
  request: PushRequestInput,
  {
    apps,
    templates,
    now,
    chosen,
    columns,
    defaults,
    lacking,
    language,
    drawnFor,
    drawnIn,
    pictures = true,
  }: WholeOptions & { pictures?: boolean },
): ReachExamination {
  const app = apps.find(({ appid }) => appid === request.appid);
  const template = templateOf(templates, request);
  const foreign =
    chosen?.kind === "open" && app !== undefined && chosen.audience.serviceId !== app.serviceId;
  const examineBody = examinerOf(request, apps, templates, now, false, { language });
  return examineReach(request, {
    chosen: foreign ? { kind: "lost" } : chosen,
    drawnFor,
    plan: planOptionsOf(request, {
      sizeRule: (app ?? apps[0])?.sizeRule ?? "body",
      declared: template?.parameters.map(({ name }) => name),
      list: chosen?.kind === "open" ? chosen.audience.parameters : undefined,
      columns,
      defaults,
      lacking,
    }),
    examineOne: pictures
      ? examinerOf(request, apps, templates, now, true, { language, drawnIn: language ?? drawnIn })
      : examineBody,
    checkRequest: (body) => examineBody(body).problems,
  });
}
