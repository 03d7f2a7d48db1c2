import { Pencil, Send } from "lucide-react";
import { cache } from "react";
import { HistoryLink } from "@/components/audit/history-link";
import { PictureCard } from "@/components/message/picture-card";
import { LinkButton } from "@/components/shell/link-button";
import { BackLink, Page } from "@/components/shell/page";
import { SameServiceLink } from "@/components/shell/same-service";
import { ChangesCard } from "@/components/template/change-list";
import { HistoryCard } from "@/components/template/history-card";
import { ParametersCard } from "@/components/template/parameters-card";
import { PublishButton } from "@/components/template/publish-button";
import { PublishNews } from "@/components/template/publish-news";
import type { ShareControls } from "@/components/template/share/share-dialog";
import { UnreadableBanner } from "@/components/template/template-banners";
import { templateLooks } from "@/components/template/template-looks";
import { TemplateMenu } from "@/components/template/template-menu";
import { UsersCard } from "@/components/template/users-card";
import { VersionBanner } from "@/components/template/version-banner";
import { Badge, StatePill } from "@/components/ui/badge";
import { Code, Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { pictureOfTemplate } from "@/lib/authoring/picture-of-template";
import { renderedChanges, type RenderedChange } from "@/lib/authoring/template-changes";
import { declaredOf, readTemplateDraft } from "@/lib/authoring/template-draft";
import { translationGaps } from "@/lib/authoring/translations";
import { worstTexts } from "@/lib/authoring/worst-case";
import { listApps, type AppRow } from "@/lib/directory/app/list";
import { openTemplate, stateOf, type OpenTemplate } from "@/lib/directory/template/open";
import { listPreviewLinks } from "@/lib/directory/template/share";
import { UnreadableError } from "@/lib/directory/template/stored";
import { readTemplateUsers } from "@/lib/directory/template/used-by";
import { readVersion } from "@/lib/directory/template/version-content";
import { faultSentence, parameterDoubts } from "@/lib/findings/parameter-doubts";
import { paths, single } from "@/lib/inputs/paths";
import type { TemplateContent } from "@/lib/template/content";
import { composerApp } from "../../composer-app";
import {
  orNotFound,
  inServiceOf,
  titleOf,
  type InService,
  type ThingPageProps,
} from "../../in-service";
import {
  archiveTemplate,
  changeTemplate,
  saveTemplate,
  createTemplate,
  publishTemplate,
  removeTemplate,
  restoreTemplate,
  revokePreviewLink,
  rollBackTemplate,
  shareTemplate,
} from "../actions";

/** Read once for the page and its title. */
const open = cache(async (id: string) => openTemplate({ actor: await requireMember() }, { id }));

export const generateMetadata = titleOf(open, "Template");

export default async function TemplatePage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const template = await orNotFound(open(id));
  const { query, as, serviceId, may } = await inServiceOf(
    template,
    paths.template(id),
    await searchParams,
  );
  const {
    name,
    templateId,
    appid,
    tags,
    draft,
    unreadable,
    published,
    publishedContent: version,
    archived,
    versions,
  } = template;
  const [users, apps, links] = await Promise.all([
    readTemplateUsers(as, { id }),
    listApps(as, { serviceId }),
    may("template.share").ok && !archived ? listPreviewLinks(as, { id }) : undefined,
  ]);
  const chosenVersion = versions.find(
    (one) => String(one.version) === single(query["version"]),
  )?.version;
  const older =
    chosenVersion === undefined
      ? undefined
      : await readVersion(as, { id, version: chosenVersion }).catch(unreadableVersion);
  const before = version === null ? undefined : readTemplateDraft(version);
  const after = draft ? readTemplateDraft(draft.content) : undefined;
  const said =
    older === undefined ? (after ?? before ?? readTemplateDraft("{}")) : readTemplateDraft(older);
  const row = apps.find((one) => one.appid === appid);
  const app = row && composerApp(row);
  const changes =
    before && after && app ? renderedChanges(before, after, { templateId, app }) : undefined;
  const now = Date.now();
  const pictures = ["", ...said.languages.map(({ language }) => language)].map((language) => ({
    language,
    appearances: pictureOfTemplate(said, { appid, templateId }, app, now, language),
  }));
  const state = stateOf(template);
  const look = templateLooks[state];
  const worst = after ? worstTexts(after, { templateId, appid, app }) : [];
  return (
    <Page
      trail={<BackLink href={paths.templates()}>Templates</BackLink>}
      title={<Verbatim>{name}</Verbatim>}
      description={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StatePill tone={look.tone}>{look.label}</StatePill>
          <Code>{templateId}</Code>
          {app && <Verbatim className="text-ink-faint">{app.name}</Verbatim>}
          {tags.map((tag) => (
            <Badge key={tag} className="font-normal">
              <Verbatim>{tag}</Verbatim>
            </Badge>
          ))}
        </span>
      }
      actions={
        <TemplateActions
          template={template}
          app={row}
          links={links}
          worst={worst}
          draft={after && { said: after, changes }}
          may={may}
        />
      }
      wide
    >
      {unreadable !== undefined && <UnreadableBanner sentence={unreadable} />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-5">
          {chosenVersion !== undefined && (
            <VersionBanner
              id={id}
              version={chosenVersion}
              isPublished={chosenVersion === published}
              isReadable={older !== undefined}
            />
          )}
          <PictureCard
            key={chosenVersion}
            appearances={pictures[0]?.appearances ?? {}}
            languages={pictures}
            from={`${chosenVersion !== undefined ? `Version ${chosenVersion}` : draft ? "The draft" : "The published version"}, with sample values`}
            more={
              draft && published !== null && chosenVersion === undefined ? (
                <SameServiceLink
                  href={paths.template(id, { version: published })}
                  className="text-sm underline underline-offset-4"
                >
                  Show the published version
                </SameServiceLink>
              ) : undefined
            }
          />
          {changes && chosenVersion === undefined && <ChangesCard changes={changes} />}
          <ParametersCard templateId={templateId} parameters={said.parameters.map(declaredOf)} />
        </div>
        <div className="space-y-5">
          <UsersCard users={users} />
          <HistoryCard
            id={id}
            versions={versions}
            published={published}
            shownVersion={chosenVersion}
            rollBack={may("template.rollBack").ok && !archived ? rollBackTemplate : undefined}
          />
        </div>
      </div>
    </Page>
  );
}

interface TemplateActionsProps {
  template: OpenTemplate;
  app: Pick<AppRow, "id"> | undefined;
  /** Absent for members who may not share it. */
  links: ShareControls["links"] | undefined;
  /** How large the draft can become, and what to do about it; empty where everything fits. */
  worst: readonly string[];
  /** What the draft says, and what it changes; absent where there is none. */
  draft: { said: TemplateContent; changes: readonly RenderedChange[] | undefined } | undefined;
  may: InService["may"];
}

/** What the member may do with the template, in the head of its page. */
function TemplateActions({
  template,
  app,
  links,
  worst,
  draft: draftContent,
  may,
}: TemplateActionsProps) {
  const {
    id,
    name,
    templateId,
    appid,
    tags,
    draft,
    published,
    publishedContent: version,
    revision,
    archived,
    versions,
  } = template;
  const mayPublish = may("template.publish").ok && draft !== null && !archived;
  return (
    <>
      {may("audit.read").ok && <HistoryLink object={id} />}
      <TemplateMenu
        template={{ id, name, tags, archived }}
        actions={{
          change: may("template.change").ok ? changeTemplate : undefined,
          discarding:
            may("template.save").ok && !archived && draft && version !== null
              ? { save: saveTemplate, revision, draft: draft.content, published: version }
              : undefined,
          sharing: links && {
            versions: versions.map(({ version: one }) => one),
            published,
            links,
            share: shareTemplate,
            revoke: revokePreviewLink,
          },
          duplicating:
            may("template.create").ok && app
              ? {
                  of: { appId: app.id, templateId, content: draft?.content ?? version ?? "{}" },
                  create: createTemplate,
                }
              : undefined,
          remove: may("template.remove").ok && versions.length === 0 ? removeTemplate : undefined,
          archiving: may("template.archive").ok
            ? { archive: archiveTemplate, restore: restoreTemplate }
            : undefined,
        }}
      />
      {published !== null && !archived && may("campaign.save").ok && (
        <LinkButton icon={Send} href={paths.compose({ appid, template: templateId })}>
          Use in a campaign
        </LinkButton>
      )}
      {may("template.save").ok && !archived && (
        <LinkButton
          variant={mayPublish ? "secondary" : "primary"}
          icon={Pencil}
          href={paths.templateEditor(id)}
        >
          Edit
        </LinkButton>
      )}
      {mayPublish && (
        <PublishButton
          id={id}
          revision={revision}
          published={published}
          proven={may("values.read").ok}
          worst={worst}
          faults={
            draftContent
              ? parameterDoubts(draftContent.said.parameters.map(declaredOf)).map(faultSentence)
              : []
          }
          news={
            draftContent && (
              <PublishNews
                changes={draftContent.changes}
                gaps={translationGaps(draftContent.said)}
              />
            )
          }
          publish={publishTemplate}
        />
      )}
    </>
  );
}

/** A version that cannot be read is shown as none. */
function unreadableVersion(error: unknown): undefined {
  if (!(error instanceof UnreadableError)) throw error;
}
