"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/overlay/dialog";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { paths } from "@/lib/inputs/paths";
import type { DeviceFormat } from "@/lib/inputs/registered-devices";

interface ExportButtonProps {
  /** Of the list: its service and filters. */
  query: Record<string, string | undefined>;
  /** Whether the list is narrowed. */
  filtered: boolean;
}

const formats: { value: DeviceFormat; label: string }[] = [
  { value: "csv", label: "CSV" },
  { value: "ndjson", label: "NDJSON" },
];

/** Asks how devices are written to a file. */
export function ExportButton({ query, filtered }: ExportButtonProps) {
  const [open, setOpen] = useState(false);
  const [format, setFormat] = useState<DeviceFormat>("csv");
  const [tokens, setTokens] = useState(false);
  return (
    <>
      <Button icon={Download} onClick={() => setOpen(true)}>
        Export …
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="sm"
        title="Export devices"
        description={
          filtered
            ? "Those that match the filters, a row for each user of each."
            : "All of them, a row for each user of each."
        }
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <a
              href={paths.registeredDevicesFile({
                ...query,
                format,
                tokens: tokens ? "1" : undefined,
              })}
              download
              className={buttonClass("primary")}
              onClick={() => setOpen(false)}
            >
              Export
            </a>
          </>
        }
      >
        <div className="space-y-4">
          <SegmentedControl
            label="Format"
            value={format}
            onValueChange={(next) => setFormat(next as DeviceFormat)}
            options={formats}
          />
          <Checkbox
            checked={tokens}
            onCheckedChange={setTokens}
            label="Include tokens"
            hint="Needed to import the file again. Anyone with the file and your provider’s credentials can send to these devices."
          />
        </div>
      </Dialog>
    </>
  );
}
