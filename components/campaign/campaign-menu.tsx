"use client";

import { useRouter } from "next/navigation";
import { RenameDialog } from "@/components/form/rename-dialog";
import { useCall } from "@/components/form/use-call";
import { RowMenu } from "@/components/listing/row-menu";
import { useSameService } from "@/components/shell/same-service";
import { toast } from "@/components/ui/toast";
import { paths } from "@/lib/inputs/paths";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { CampaignActions, CampaignRights } from "./campaign-actions";
import { campaignItems, type CampaignAsk } from "./campaign-items";
import { EditScheduled } from "./edit-scheduled";
import { startText } from "./start-text";
import { StopQuestion } from "./stop-question";
import { useSteering } from "./use-steering";
import { useUnschedule } from "./use-unschedule";

/** What can be done to a campaign. */
export function CampaignMenu({
  row,
  may,
  actions,
}: {
  row: CampaignRow;
  may: CampaignRights;
  actions: CampaignActions;
}) {
  const { id, startsAt, timezone, times } = row;
  const router = useRouter();
  const sameService = useSameService();
  const { pending, run } = useCall();
  const { pending: unscheduling, unschedule, edit } = useUnschedule(row, actions.unschedule);
  const { pending: steering, pause, resume, stop } = useSteering(row, actions);
  const openInComposer = (campaign: string) =>
    router.push(sameService(paths.compose({ campaign })));
  const move = (kind: "archive" | "restore", done: string) =>
    run(() => actions.change({ id, change: { kind } }), done);
  const undone = () => {
    toast.success("Sending undone");
    router.refresh();
  };
  const items = campaignItems(row, may, {
    openDraft: () => openInComposer(id),
    copy: () => run(() => actions.duplicate({ id }), openInComposer),
    unschedule,
    undo: () => run(() => actions.undo({ id }), undone),
    pause,
    resume,
    restore: () => move("restore", "Restored"),
    archive: () => move("archive", "Archived"),
  });
  return (
    <RowMenu<CampaignAsk>
      label={`Actions for ${row.name}`}
      pending={pending || unscheduling || steering}
      items={items}
      ask={(asking, close) => (
        <>
          {startsAt !== null && (
            <EditScheduled
              open={asking === "edit"}
              onOpenChange={close}
              name={row.name}
              starts={startText(startsAt, timezone, times?.zoned === true)}
              listRemoved={row.listRemoved}
              onEdit={edit}
            />
          )}
          <StopQuestion
            open={asking === "stop"}
            onClose={close}
            name={row.name}
            isPaused={row.state === "paused"}
            recurs={times?.recurrence != null}
            pending={steering}
            onStop={() => stop(close)}
          />
          <RenameDialog
            open={asking === "rename"}
            onOpenChange={close}
            title="Rename the campaign"
            thing={id}
            name={row.name}
            rename={({ name }) => actions.change({ id, change: { kind: "rename", name } })}
            onRenamed={() => toast.success("Renamed")}
          />
        </>
      )}
    />
  );
}
