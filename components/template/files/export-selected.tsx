"use client";

import { useSelection } from "@/components/listing/selection";
import { SelectionBar } from "@/components/listing/selection-bar";
import { useSameService } from "@/components/shell/same-service";
import { DownloadButton } from "@/components/ui/download-button";
import { paths } from "@/lib/inputs/paths";

/** Takes the templates that are selected home as files. */
export function ExportSelected() {
  const { selected } = useSelection();
  const sameService = useSameService();
  return (
    <SelectionBar>
      <DownloadButton
        size="sm"
        href={sameService(paths.templatesFile({ id: selected.map(({ id }) => id).join(",") }))}
      >
        Export
      </DownloadButton>
    </SelectionBar>
  );
}
