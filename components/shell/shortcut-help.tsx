"use client";

import { Dialog } from "@/components/ui/overlay/dialog";
import { Kbd } from "@/components/ui/verbatim";
import { places } from "./places";

const others = [
  { keys: ["Ctrl/⌘", "K"], what: "Command palette" },
  { keys: ["Ctrl/⌘", "Enter"], what: "Send, in the composer" },
  { keys: ["?"], what: "Show shortcuts" },
  { keys: ["Esc"], what: "Close" },
];

/** The list of shortcuts. */
export function ShortcutHelp({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const rows = [
    ...places.map((place) => ({ keys: ["g", place.key], what: `Go to ${place.label}` })),
    ...others,
  ];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="sm">
      <dl className="divide-y divide-line">
        {rows.map(({ keys, what }) => (
          <div key={what} className="flex min-h-9 items-center justify-between gap-4">
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
