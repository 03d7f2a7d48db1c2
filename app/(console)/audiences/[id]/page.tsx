import { FlaskConical, PenLine } from "lucide-react";
import { cache } from "react";
import { AudienceMenu } from "@/components/audience/audience-menu";
import { kindsText } from "@/components/audience/kinds-text";
import { RecipientTable } from "@/components/audience/recipient-table";
import { RecipientTools } from "@/components/audience/recipient-tools";
import { FindFilter } from "@/components/listing/find-field";
import { isFiltered, listAddress } from "@/components/listing/list-address";
import { ListPart } from "@/components/listing/list-part";
import { LinkButton } from "@/components/shell/link-button";
import { BackLink, Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DownloadButton } from "@/components/ui/download-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { readListUse } from "@/lib/directory/audience/compare-staged";
import { findAudience, type ShownAudience } from "@/lib/directory/audience/list";
import { listRecipientsOf } from "@/lib/directory/audience/list-recipients";
import { listTemplateChoices } from "@/lib/directory/template/choices";
import { paths, single } from "@/lib/inputs/paths";
import { orNotFound, inServiceOf, titleOf, type ThingPageProps } from "../../in-service";
import {
  extendAudience,
  applyStaged,
  changeAudience,
  compareStaged,
  editRecipient,
  removeAudience,
  removeRecipients,
  renameColumns,
  stageRecipients,
} from "../actions";

const editActions = {
  add: extendAudience,
  edit: editRecipient,
  rename: renameColumns,
  remove: removeRecipients,
  stage: stageRecipients,
  compare: compareStaged,
  apply: applyStaged,
};

/** Read once for the page and its title. */
const open = cache(async (id: string) => findAudience({ actor: await requireMember() }, { id }));

export const generateMetadata = titleOf(open, "List");

export default async function AudiencePage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const list = await orNotFound(open(id));
  const path = paths.audience(list.id);
  const { query, as, may } = await inServiceOf(list, path, await searchParams);
  const text = single(query["q"])?.trim().slice(0, 200) || undefined;
  const address = listAddress(path, query, ["position"], { q: text });
  const { campaign } = list;
  const mayMark = may("campaign.send").ok;
  const mayEdit = campaign === null && may("audience.extend").ok && (mayMark || !list.test);
  const [page, use, templates] = await Promise.all([
    orNotFound(listRecipientsOf(as, { id, text, after: address.after, before: address.before })),
    campaign === null ? orNotFound(readListUse(as, { id })) : undefined,
    mayEdit ? listTemplateChoices(as, { serviceId: list.serviceId }) : [],
  ]);
  const edited = use && {
    id: list.id,
    name: list.name,
    parameters: list.parameters,
    revision: list.revision,
    use,
  };
  return (
    <Page
      trail={<Trail campaign={campaign} />}
      title={<Verbatim>{list.name}</Verbatim>}
      description={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {list.test && (
            <Badge tone="accent">
              <FlaskConical aria-hidden className="size-3" />
              Test group
            </Badge>
          )}
          <span>{kindsText(list.kinds) || "No recipients"}</span>
          <span className="text-sm text-ink-faint">
            {campaign === null ? "Created" : "Evaluated"} <RelativeTime at={list.createdAt} />
            {list.createdBy !== null && (
              <>
                {" "}
                by <Verbatim>{list.createdBy}</Verbatim>
              </>
            )}
          </span>
        </span>
      }
      actions={
        <>
          {may("audience.export").ok && (
            <DownloadButton href={paths.audienceFile(list.id)}>Export</DownloadButton>
          )}
          {campaign === null && may("audience.change").ok && (mayMark || !list.test) && (
            <AudienceMenu
              row={list}
              actions={{ change: changeAudience, remove: removeAudience }}
              mayMark={mayMark}
              removedTo={paths.audiences()}
            />
          )}
          {campaign === null && (
            <LinkButton
              variant="primary"
              icon={PenLine}
              href={paths.compose({ audience: list.id })}
            >
              Compose to this list
            </LinkButton>
          )}
        </>
      }
    >
      <div className="space-y-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <FindFilter label="Find a recipient" text={text} />
          {mayEdit && edited && (
            <RecipientTools
              list={edited}
              templates={templates
                .filter(({ parameters }) => parameters.length > 0)
                .map(({ templateId, name, parameters }) => ({ templateId, name, parameters }))}
              actions={editActions}
            />
          )}
        </div>
        <Card aria-label="Recipients">
          <ListPart
            address={address}
            page={page}
            noun={{ one: "recipient", many: "recipients" }}
            exactly={text === undefined ? list.recipients : undefined}
            empty={
              isFiltered({ ...address, filter: { q: text } })
                ? "No recipient has that in its id."
                : "This list has no recipients."
            }
          >
            <RecipientTable
              rows={page.rows}
              parameters={list.parameters}
              edited={mayEdit && edited ? { list: edited, actions: editActions } : undefined}
            />
          </ListPart>
        </Card>
        <p className="max-w-3xl text-sm text-ink-muted">
          {campaign === null
            ? "A campaign goes to the recipients that the list has when it starts. While one is being sent to it, the list stays as it is."
            : "The campaign goes to exactly these users. They are shown until an hour after they were evaluated, and as long as the campaign is scheduled or being sent."}
        </p>
      </div>
    </Page>
  );
}

/** The way back: to the lists, or to the campaign whose recipients they are. */
function Trail({ campaign }: Pick<ShownAudience, "campaign">) {
  if (campaign === null) return <BackLink href={paths.audiences()}>Audiences</BackLink>;
  return <BackLink href={paths.campaign(campaign.id)}>{campaign.name}</BackLink>;
}
