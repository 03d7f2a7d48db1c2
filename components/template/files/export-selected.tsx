"use client";

import { Download } from "lucide-react";
import { useSelection } from "@/components/listing/selection";
import { SelectionBar } from "@/components/listing/selection-bar";
import { withQuery } from "@/components/listing/with-query";
import { useSameService } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";

/** Takes the templates that are selected home as files. */
export function ExportSelected() {
  const { selected } = useSelection();
  const sameService = useSameService();
  return (
    <SelectionBar>
      <Button asChild size="sm">
        <a href={sameService(withQuery("/templates/export", { id: selected.map(({ id }) => id).join(",") }))} download>
          <Download aria-hidden />
          Export
        </a>
      </Button>
    </SelectionBar>
  );
}
