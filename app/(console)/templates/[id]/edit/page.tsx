import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { BackLink, Page } from "@/components/shell/page";
import { LiveEditor } from "@/components/template/editor/live-editor";
import { UnreadableBanner } from "@/components/template/template-banners";
import { TemplateMenu } from "@/components/template/template-menu";
import { Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { listWebPushApps } from "@/lib/directory/app/list-web-push";
import { listAudiences } from "@/lib/directory/audience/list";
import { listDevices } from "@/lib/directory/device/list";
import { openTemplate } from "@/lib/directory/template/open";
import { paths } from "@/lib/inputs/paths";
import { lookAtImage, openAudience } from "../../../compose/actions";
import {
  findTestTargets,
  saveTestGroup,
  readTestProgress,
  sendTestMessage,
} from "../../../compose/test-actions";
import { composerApp } from "../../../composer-app";
import { orNotFound, ifFound, inServiceOf, type ThingPageProps } from "../../../in-service";
import { listMedia } from "../../../media/actions";
import { changeTemplate, findTemplateDraft, saveTemplate, publishTemplate } from "../../actions";

/** Read once for the page and its title. */
const open = cache(async (id: string) => openTemplate({ actor: await requireMember() }, { id }));

export async function generateMetadata({
  params,
}: {
  params: Promise<{ id: string }>;
}): Promise<Metadata> {
  const template = await ifFound(open((await params).id));
  return { title: template === undefined ? "Edit template" : `Edit ${template.name}` };
}

export default async function EditTemplatePage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const template = await orNotFound(open(id));
  const { as, serviceId, may } = await inServiceOf(
    template,
    paths.templateEditor(id),
    await searchParams,
  );
  // Who may not change it, and what is offered no longer, is looked at.
  if (!may("template.save").ok || template.archived) redirect(paths.template(id));
  const {
    name,
    tags,
    appid,
    templateId,
    draft,
    unreadable,
    published,
    publishedContent,
    revision,
  } = template;
  const [apps, audiences, browserApps, devices] = await Promise.all([
    listApps(as, { serviceId }),
    listAudiences(as, { serviceId, limit: 500 }),
    listWebPushApps(as, { serviceId }),
    listDevices(as, { serviceId, appid, state: "active", limit: 20 }),
  ]);
  const content = draft?.content ?? publishedContent ?? "{}";
  return (
    <Page
      // Not to the right of the title: the previews stand there.
      trail={
        <span className="flex items-center gap-1">
          <BackLink href={paths.template(id)}>{name}</BackLink>
          <TemplateMenu
            template={{ id, name, tags, archived: false }}
            actions={{ change: changeTemplate }}
          />
        </span>
      }
      title={
        <>
          Edit <Verbatim>{name}</Verbatim>
        </>
      }
      wide
      dense
    >
      {unreadable !== undefined && <UnreadableBanner sentence={unreadable} />}
      <LiveEditor
        key={id}
        template={{ id, name, appid, templateId, published, publishedContent }}
        opened={{ content, revision }}
        apps={apps.map(composerApp)}
        origin={config().ORIGIN}
        save={saveTemplate}
        find={findTemplateDraft}
        autosaveMs={config().AUTOSAVE_MS}
        publish={may("template.publish").ok ? publishTemplate : undefined}
        proven={may("values.read").ok}
        lookAtImage={lookAtImage}
        memberId={as.actor.id}
        testing={{
          send: sendTestMessage,
          readProgress: readTestProgress,
          find: findTestTargets,
          saveGroup: saveTestGroup,
          browserApps,
        }}
        mayTest={may("testMessage.send").ok}
        userid={devices.rows.flatMap((device) => device.userids)[0]}
        lists={{
          rows: audiences.rows.map((row) => ({ id: row.id, name: row.name })),
          open: openAudience,
        }}
        library={{ serviceId, find: listMedia, mayUpload: may("media.add").ok }}
      />
    </Page>
  );
}
