"use client";

import { Download, Ellipsis, Upload } from "lucide-react";
import { useState } from "react";
import { countText } from "@/components/listing/count-text";
import { isFiltered, type ListAddress } from "@/components/listing/list-address";
import { useSelection } from "@/components/listing/selection";
import { SelectionBar } from "@/components/listing/selection-bar";
import { useSameService } from "@/components/shell/same-service";
import { Later, later } from "@/components/ui/browser/later";
import { DownloadButton } from "@/components/ui/download-button";
import { IconButton } from "@/components/ui/icon-button";
import { DropdownMenu, MenuItem } from "@/components/ui/overlay/dropdown-menu";
import { couldNotLoad } from "@/components/ui/toast";
import { mostCounted } from "@/lib/inputs/page";
import { paths } from "@/lib/inputs/paths";
import type { ImportOptions } from "./use-import";

/** With what unpacks files, which only an import needs. */
const importDialog = later(() => import("./import-dialog"));

interface FilesMenuProps {
  address: ListAddress;
  /** Templates that the list shows, on all its pages. */
  total: number;
  /** Absent for members who may look only. */
  files: ImportOptions | undefined;
}

const noun = { one: "template", many: "templates" };

/** Templates as files, in the layout of the command line: out of the list, and in. */
export function FilesMenu({ address, total, files }: FilesMenuProps) {
  const [open, setOpen] = useState(false);
  const sameService = useSameService();
  const tooMany = total > mostCounted;
  const what = countText(total, noun);
  return (
    <>
      <DropdownMenu trigger={<IconButton icon={Ellipsis} label="Import or export" />}>
        {total === 0 || tooMany ? (
          <MenuItem
            icon={<Download aria-hidden />}
            disabled
            title={
              tooMany
                ? `At most ${mostCounted.toLocaleString("en")} at a time: narrow the list first`
                : undefined
            }
          >
            Export
          </MenuItem>
        ) : (
          <MenuItem asChild>
            <a href={sameService(paths.templatesFile(address.filter))} download>
              <Download aria-hidden />
              {isFiltered(address) ? `Export ${what} shown` : `Export ${what}`}
            </a>
          </MenuItem>
        )}
        {files && (
          <MenuItem icon={<Upload aria-hidden />} onSelect={() => setOpen(true)}>
            Import …
          </MenuItem>
        )}
      </DropdownMenu>
      {files && open && (
        <Later
          part={importDialog}
          onNotLoaded={() => {
            setOpen(false);
            couldNotLoad();
          }}
        >
          {({ ImportDialog }) => <ImportDialog files={files} onClose={() => setOpen(false)} />}
        </Later>
      )}
    </>
  );
}

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
