"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";

/** The query parameter that opens a dialog of a page. */
export const openParameter = "open";

/** Dialogs that an address can open, each on one page. */
export type OpenableDialog =
  | "new-template"
  | "new-list"
  | "invite"
  | "new-app"
  | "new-key"
  | "new-authentication"
  | "new-webhook"
  | "test-update"
  | "import-devices"
  | "import-users"
  | "new-attribute"
  | "suppress"
  | "erase-person"
  | "new-service"
  | "stop-campaign";

/**
 * Whether a dialog is open, by its button or by the address, and a way to change that. Closing it
 * takes it out of the address.
 */
export function useDialogOpen(
  name: OpenableDialog,
): [open: boolean, setOpen: (open: boolean) => void] {
  const [pressed, setPressed] = useState(false);
  const isInAddress = useSearchParams().get(openParameter) === name;
  const setOpen = (open: boolean) => {
    setPressed(open);
    if (!open && isInAddress) closeInAddress();
  };
  return [pressed || isInAddress, setOpen];
}

function closeInAddress(): void {
  const url = new URL(window.location.href);
  url.searchParams.delete(openParameter);
  window.history.replaceState(null, "", url);
}
