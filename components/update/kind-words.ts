import type { UpdateKind } from "@/lib/interface/update";

/** What updates of each kind report. */
export const kindWords: Record<UpdateKind, { label: string; hint: string }> = {
  submitted: { label: "Submitted", hint: "The provider took it." },
  delivered: { label: "Delivered", hint: "The device has it." },
  read: { label: "Read", hint: "It was opened, with the button that was pressed." },
  failed: { label: "Failed", hint: "It will not arrive, and why." },
};
