"use client";

import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { platforms, type Platform } from "@/lib/interface/device-kinds";
import type { PushBlocksInput, PushRequest, PushRequestInput } from "@/lib/interface/request";
import { templateText } from "@/lib/compose/template-text";
import { blockFrom, followers, ownParts, type SharedPart, type SharedText } from "@/lib/compose/shared-text";
import { templateOf, type ComposerTemplate } from "@/lib/compose/template-of";
import { useTemplates } from "./templates";
import { useSame } from "../examined/use-same";

interface SharedWriting {
  /** What is written for all at this moment. */
  latest: () => SharedText;
  /** Writes a part for all platforms; those that say something of their own keep it. */
  write: (part: SharedPart, value: string) => void;
  /** Switches a platform on, with what it had before or what is written for all, or off. */
  turn: (platform: Platform, on: boolean) => void;
  /** Takes over what another version of the message says for all; the form is the caller's to change. */
  adopt: (shared: SharedText) => void;
}

/** How a platform stands to what is written for all. */
interface PlatformState {
  on: boolean;
  /** The template brings it: it cannot be switched off here. */
  brought: boolean;
  /** The parts that it says in its own words. */
  own: SharedPart[];
}

// Three, because only the first is another one at each key.
const TextContext = createContext<SharedText | undefined>(undefined);
const PlatformsContext = createContext<Record<Platform, PlatformState> | undefined>(undefined);
const WritingContext = createContext<SharedWriting | undefined>(undefined);

/** What is written once for every platform. */
export function useSharedText(): SharedText {
  return inside(use(TextContext));
}

/** Which platforms it goes to, and which of them say it in their own words. */
export function usePlatforms(): Record<Platform, PlatformState> {
  return inside(use(PlatformsContext));
}

/** The ways to change what is written for all. */
export function useSharedWriting(): SharedWriting {
  return inside(use(WritingContext));
}

function inside<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("What is written for all needs a SharedForm around it");
  return value;
}

/** The blocks of a message, and an empty one for each that its template alone has: what is written there overrides it. */
function withBrought(blocks: PushBlocksInput | undefined, template: ComposerTemplate | undefined): PushBlocksInput | undefined {
  const brought = platforms.filter((platform) => blocks?.[platform] === undefined && template?.blocks[platform] !== undefined);
  return brought.length === 0 ? blocks : { ...blocks, ...Object.fromEntries(brought.map((platform) => [platform, {}])) };
}

/** What the template of the message says in a part where the message does not; "" without a template. */
export function useTemplateText(platform: Platform | "all", part: SharedPart): string {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const templates = useTemplates();
  const [appid, message] = useWatch({ control, name: ["appid", "message"] });
  const template = templateOf(templates, { appid, message } as PushRequestInput);
  return template ? templateText(template, message?.parameters, platform, part) : "";
}

/** Keeps what is written for all, and carries it into the blocks of the request. */
export function SharedForm({ initial, children }: { initial: SharedText; children: ReactNode }) {
  const { control, getValues, setValue } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const [shared, setShared] = useState(initial);
  const latest = useRef(initial);
  const aside = useRef<PushBlocksInput>({});
  const blocks = useWatch({ control, name: "channels.push" }) as PushBlocksInput | undefined;
  const templates = useTemplates();
  const [appid, message] = useWatch({ control, name: ["appid", "message"] });
  const template = templateOf(templates, { appid, message } as PushRequestInput);
  const states = useSame(
    Object.fromEntries(
      platforms.map((platform) => {
        const brought = template?.blocks[platform] !== undefined;
        return [platform, { on: brought || blocks?.[platform] !== undefined, brought, own: ownParts(blocks, platform, shared) }];
      }),
    ) as Record<Platform, PlatformState>,
  );

  const write = useCallback(
    (part: SharedPart, value: string) => {
      const before = latest.current[part];
      latest.current = { ...latest.current, [part]: value };
      setShared(latest.current);
      const written = withBrought(getValues("channels.push"), templateOf(templates, getValues()));
      for (const { path } of followers(written, part, before)) {
        setValue(path, value, { shouldDirty: true });
      }
    },
    [getValues, setValue, templates],
  );
  const turn = useCallback(
    (platform: Platform, on: boolean) => {
      const before = getValues("channels.push") ?? {};
      if (!on) aside.current = { ...aside.current, [platform]: before[platform] };
      const back = aside.current[platform] ?? blockFrom(platform, latest.current)[platform];
      setValue(`channels.push.${platform}`, on ? back : undefined, { shouldDirty: true });
    },
    [getValues, setValue],
  );
  const adopt = useCallback((next: SharedText) => {
    latest.current = next;
    aside.current = {};
    setShared(next);
  }, []);
  const writing = useMemo(() => ({ latest: () => latest.current, write, turn, adopt }), [write, turn, adopt]);
  return (
    <WritingContext value={writing}>
      <PlatformsContext value={states}>
        <TextContext value={shared}>{children}</TextContext>
      </PlatformsContext>
    </WritingContext>
  );
}
