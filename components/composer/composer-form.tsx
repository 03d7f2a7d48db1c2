"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Eraser } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import { parseRequest } from "@/lib/interface/parse";
import { pointerToPath } from "@/lib/interface/pointer";
import type { Problem } from "@/lib/interface/problem";
import { pushRequestSchema, type PushRequest, type PushRequestInput } from "@/lib/interface/request";
import { bodyOf } from "./assemble";
import type { ComposerApp, Composition } from "./composition";
import { ExaminedForm } from "./examined";
import { MessageCard } from "./message-card";
import { placeOf, type ContentTab } from "./place";
import { deviceOf } from "./platform-names";
import { countRecipients } from "./recipients";
import { RecipientsCard } from "./recipients-card";
import { SendBar } from "./send-bar";
import { SharedForm } from "./shared-state";
import { SidePanel, type SideTab } from "./side-panel";
import { TrackingCard } from "./tracking-card";
import { useSend, type SendAction } from "./use-send";

/** The notice lies over the button, so it goes as soon as the button may be pressed again. */

interface ComposerFormProps {
  apps: readonly ComposerApp[];
  initial: Composition;
  maySend: boolean;
  origin: string;
  send: SendAction;
  save: (draft: Composition) => void;
  onStartAfresh: () => void;
}

/** The frame of the composer: fields to the left, the message from every side to the right, the button below. */
export function ComposerForm({ apps, initial, maySend, origin, send, save, onStartAfresh }: ComposerFormProps) {
  const form = useForm<PushRequestInput, unknown, PushRequest>({
    resolver: zodResolver(pushRequestSchema),
    defaultValues: initial.request as never,
    mode: "onTouched",
  });
  const [tab, setTab] = useState<ContentTab>("all");
  const [side, setSide] = useState<SideTab>("preview");
  const [kind, setKind] = useState<DeviceKind>("android");
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const attempt = useRef(initial.attempt);
  const panel = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const { state, run, forget, forgetFailure } = useSend(send, attempt);

  const openTab = useCallback((next: ContentTab) => {
    setTab(next);
    if (next !== "all") setKind(deviceOf(next));
  }, []);
  const openSide = useCallback((next: SideTab) => {
    setSide(next);
    panel.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, []);
  const jump = useCallback(
    (pointer: string) => {
      if (pointer === "") setSide("size");
      const place = placeOf(pointer);
      if (place.tab) openTab(place.tab);
      // The field appears with its tab, after this event.
      setTimeout(() => focusField(root.current, place.path), 0);
    },
    [openTab],
  );

  const submit = useCallback(async () => {
    const request = form.getValues();
    const httpsOnly = apps.find(({ appid }) => appid === request.appid)?.sandbox !== true;
    const read = parseRequest(new TextEncoder().encode(bodyOf(request)), { sizeRule: "body", httpsOnly, now: Date.now() });
    setRefused([]);
    if (!read.ok) {
      await form.trigger();
      setSide("problems");
      jump(read.problems[0]?.pointer ?? "");
      return;
    }
    const recipients = countRecipients(request.destination);
    const result = await run(request, recipients);
    if (result && !result.ok) {
      setRefused(result.problems);
      setSide("problems");
      for (const problem of result.problems) {
        const path = pointerToPath(problem.pointer);
        if (path !== "") form.setError(path as "appid", { type: "server", message: problem.message });
      }
    }
  }, [apps, form, jump, run]);

  useEffect(() => {
    const keyed = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || !maySend) return;
      event.preventDefault();
      void submit();
    };
    window.addEventListener("keydown", keyed);
    return () => window.removeEventListener("keydown", keyed);
  }, [maySend, submit]);

  // What the service said of the last try holds until something is changed.
  useEffect(() => {
    const changed = () => {
      setRefused((now) => (now.length === 0 ? now : []));
      forgetFailure();
    };
    return form.subscribe({ formState: { values: true }, callback: changed });
  }, [form, forgetFailure]);

  return (
    <FormProvider {...form}>
      <SharedForm initial={initial.shared}>
        {(shared) => (
          <ExaminedForm apps={apps} shared={shared} attempt={attempt} save={save}>
            <div ref={root} className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(24rem,30rem)]">
              <div className="min-w-0 space-y-5">
                <RecipientsCard apps={apps} />
                <MessageCard tab={tab} onTabChange={openTab} />
                <TrackingCard />
                <Button variant="ghost" size="sm" className="-ml-2" onClick={onStartAfresh}>
                  <Eraser aria-hidden />
                  Start afresh
                </Button>
              </div>
              <div ref={panel} className="min-w-0 scroll-mt-16 lg:sticky lg:top-5">
                <SidePanel
                  tab={side}
                  onTabChange={setSide}
                  kind={kind}
                  onKindChange={setKind}
                  refused={refused}
                  origin={origin}
                  onJump={jump}
                />
              </div>
            </div>
            <SendBar state={state} refused={refused} maySend={maySend} onSend={() => void submit()} onForget={forget} onOpen={openSide} />
          </ExaminedForm>
        )}
      </SharedForm>
    </FormProvider>
  );
}

/** Goes to the field of a path, or to the nearest one that holds it. */
function focusField(root: HTMLElement | null, path: string): void {
  for (let steps = path.split("."); steps.length > 0; steps = steps.slice(0, -1)) {
    const found = root?.querySelector<HTMLElement>(`[data-path="${CSS.escape(steps.join("."))}"]`);
    if (!found) continue;
    const control = found.matches("input, textarea, fieldset") ? found : (found.querySelector<HTMLElement>("button") ?? found);
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: "center", behavior: "smooth" });
    return;
  }
}
