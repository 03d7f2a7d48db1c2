"use client";

import { useState } from "react";
import { deviceOf } from "@/components/facts/platform-names";
import { facesOf, type FaceId, type Surface } from "@/components/preview/face";
import { follow, type EditorText } from "@/lib/compose/editor-text";
import { deviceKinds, type DeviceKind, type Platform } from "@/lib/interface/device-kinds";
import { firstChoice, type PreviewChoice } from "./preview-choice";
import { useBeside } from "./use-beside";
import { useWide } from "./use-wide";

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
