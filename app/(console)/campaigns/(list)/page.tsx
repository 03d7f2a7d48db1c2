import { CalendarDays, Layers } from "lucide-react";
import type { Metadata } from "next";
import { campaignRights } from "@/components/campaign/campaign-actions";
import { CampaignFilters } from "@/components/campaign/campaign-filters";
import { CampaignTable } from "@/components/campaign/campaign-table";
import { UndoableSends } from "@/components/campaign/undoable-send";
import { noneInState } from "@/components/facts/campaign-looks";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { ComposeButton } from "@/components/shell/compose-button";
import { LinkButton } from "@/components/shell/link-button";
import { paths, single } from "@/lib/inputs/paths";
import { campaignSorts, campaignStates, listCampaigns } from "@/lib/results/campaign-list";
import { listUndoableSends } from "@/lib/results/undoable-sends";
import { inService, type Query } from "../../in-service";
import {
  changeCampaign,
  changeContinuation,
  changeEachCampaign,
  duplicateCampaign,
  pauseCampaign,
  releaseSend,
  resumeCampaign,
  startCampaign,
  stopCampaign,
  undoSend,
  unscheduleCampaign,
} from "../actions";

export const metadata: Metadata = { title: "Campaigns" };

export default async function CampaignsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const state = campaignStates.find((one) => one === single(query["state"]));
  const text = single(query["q"])?.slice(0, 200);
  const address = listAddress(paths.campaigns(), query, campaignSorts, { state, q: text });
  const { sort, after, before } = address;
  const [page, undoableSends] = await Promise.all([
    listCampaigns(as, { serviceId, state, text, sort, after, before }),
    listUndoableSends(as, { serviceId }),
  ]);
  return (
    <ListPage
      title="Campaigns"
      description={
        <>
          Drafts, scheduled sends, and everything sent from the composer.{" "}
          <LiveRefresh
            serviceId={serviceId}
            everyMs={page.rows.some(({ state: is }) => is === "sending") ? 2_000 : 10_000}
          />
        </>
      }
      actions={
        <>
          <LinkButton icon={CalendarDays} href={paths.calendar()}>
            Calendar
          </LinkButton>
          <ComposeButton />
        </>
      }
      filters={
        <>
          <UndoableSends
            rows={undoableSends}
            may={may("send.undo")}
            undo={undoSend}
            release={releaseSend}
          />
          <CampaignFilters state={state} text={text} />
        </>
      }
      address={address}
      page={page}
      noun={{ one: "campaign", many: "campaigns" }}
      picture={<Layers />}
      emptyTab={state !== undefined && !text ? noneInState[state] : undefined}
      empty={{
        title: "No campaigns yet",
        text: "Drafts from the composer are saved here automatically and stay here after you send them.",
        action: <ComposeButton label="Compose the first message" />,
      }}
    >
      <CampaignTable
        rows={page.rows}
        may={campaignRights(may)}
        actions={{
          change: changeCampaign,
          changeEach: changeEachCampaign,
          undo: undoSend,
          unschedule: unscheduleCampaign,
          start: startCampaign,
          pause: pauseCampaign,
          resume: resumeCampaign,
          stop: stopCampaign,
          changeContinuation,
          duplicate: duplicateCampaign,
        }}
        address={address}
      />
    </ListPage>
  );
}
