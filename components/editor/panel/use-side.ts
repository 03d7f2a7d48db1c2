"use client";

import { useState, useSyncExternalStore } from "react";
import { deviceOf } from "@/components/facts/platform-names";
import { facesOf, type FaceId, type Surface } from "@/components/preview/face";
import { tryTo } from "@/components/ui/browser/try-to";
import { follow, type EditorText } from "@/lib/compose/editor-text";
import type { ContentTab } from "@/lib/compose/place";
import { deviceKinds, type DeviceKind, type Platform } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { useContent } from "../content-context";
import { firstChoice, type PreviewChoice } from "./preview-choice";

export type SideTab = "preview" | "json" | "curl" | "checks" | "bytes";

/**
 * Holds what the panel next to the form shows, and where it is. Stored here, since a tab loses its
 * state when it is left.
 */
export function useSide() {
  const [tab, setTab] = useState<SideTab>("preview");
  const [kind, setKind] = useState<DeviceKind>("android");
  const [choice, setChoice] = useState(firstChoice);
  const isDocked = useBeside();
  const [wide, setWide] = useWide();
  const [isOpen, setOpen] = useState(false);
  const change = (part: Partial<PreviewChoice>) => setChoice((before) => ({ ...before, ...part }));
  /** Brings a tab of the panel into sight. */
  const open = (next: SideTab) => {
    setTab(next);
    if (!isDocked) setOpen(true);
  };
  const close = () => setOpen(false);
  // Outlives its tab, which is mounted again each time.
  const [unread, setUnread] = useState<EditorText>();
  const [stops, setStops] = useState(0);
  /**
   * Whether the JSON editor holds something that cannot be read, and is therefore no part of the
   * message, whose body this is. Then it is shown: the user does not mean to send the message
   * without it.
   */
  const stopsAtEditor = (body: string) => {
    if (!unread || follow(unread, body).message === undefined) return false;
    setStops((before) => before + 1);
    open("json");
    return true;
  };
  /** Shows one device in one state. */
  const show = (id: FaceId, surface: Surface) => {
    const deviceKind =
      deviceKinds.find((one) => facesOf(one).some((face) => face.id === id)) ?? "android";
    setKind(deviceKind);
    setChoice((before) => ({
      ...before,
      wall: false,
      surface,
      faces: { ...before.faces, [deviceKind]: id },
    }));
    open("preview");
  };
  /** Shows buttons: on the device that is looked at, where that one has any of this kind. */
  const showButtons = (platform: Platform) => {
    setTab("preview");
    setKind((now) =>
      now === "android" || now === "hms" || now === "ios" ? now : deviceOf(platform),
    );
    setChoice((before) => ({ ...before, surface: "expanded" }));
  };
  const views = { tab, setTab, kind, setKind, choice, change, show, showButtons };
  const place = { isDocked, wide, setWide, isOpen, open, close };
  return { ...views, ...place, unread, setUnread, stops, stopsAtEditor };
}

export type Side = ReturnType<typeof useSide>;

/** As the layout has it from its breakpoint `xl` on. */
const wideEnough = "(min-width: 80rem)";

const atServer = () => true;

function watch(changed: () => void): () => void {
  const query = window.matchMedia(wideEnough);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/**
 * Whether the panel has room next to the form. The server draws it; a narrow window hides what
 * stands there.
 */
export function useBeside(): boolean {
  return useSyncExternalStore(watch, () => window.matchMedia(wideEnough).matches, atServer);
}

const storageKey = "clarion.preview-wide";

/**
 * Returns whether the panel takes most of the window, and a function to change it. Stored in this
 * browser, where it allows storage.
 */
export function useWide(): [wide: boolean, setWide: (wide: boolean) => void] {
  const [wide, setWide] = useState(readWide);
  const change = (next: boolean) => {
    setWide(next);
    tryTo(() =>
      next ? localStorage.setItem(storageKey, "yes") : localStorage.removeItem(storageKey),
    );
  };
  return [wide, change];
}

/** Without storage it is as it was at first, each time. */
const readWide = () => tryTo(() => localStorage.getItem(storageKey)) === "yes";

/**
 * Whether the JSON editor holds something that cannot be read, so that the message goes without it.
 *
 * @param write the text of the editor for a request
 */
export function useBrokenJson(
  { unread }: Pick<Side, "unread">,
  write: (request: PushRequestInput) => string,
): boolean {
  return useContent(
    ({ request }) => unread !== undefined && follow(unread, write(request)).message !== undefined,
  );
}

/** The platform whose content is open; opening one shows its device in the preview. */
export function useContentTab({
  setKind,
}: Pick<Side, "setKind">): [tab: ContentTab, open: (next: ContentTab) => void] {
  const [tab, setTab] = useState<ContentTab>("all");
  const open = (next: ContentTab) => {
    setTab(next);
    if (next !== "all") setKind(deviceOf(next));
  };
  return [tab, open];
}
