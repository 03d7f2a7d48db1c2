import { FileText } from "lucide-react";
import type { Metadata } from "next";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { FilesMenu } from "@/components/template/files/files-menu";
import { NewTemplateButton } from "@/components/template/new-template-button";
import { TemplateFilters } from "@/components/template/template-filters";
import { noneInState } from "@/components/template/template-looks";
import { TemplateTable } from "@/components/template/template-table";
import { listApps } from "@/lib/directory/app/list";
import {
  listTemplateLanguages,
  listTemplates,
  listTemplateTags,
  templateSorts,
} from "@/lib/directory/template/list";
import { paths } from "@/lib/inputs/paths";
import { inService, type Query } from "../../in-service";
import { putEachTemplate, previewEachPut, createTemplate } from "../actions";
import { templateFilter } from "../filter";

export const metadata: Metadata = { title: "Templates" };

export default async function TemplatesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const filter = templateFilter(query);
  const { text, state, platform, tag, language, appid } = filter;
  const isOnlyState = [text, platform, tag, language, appid].every((one) => one === undefined);
  const address = listAddress(paths.templates(), query, templateSorts, {
    q: text,
    state,
    platform,
    tag,
    language,
    appid,
  });
  const { sort, after, before } = address;
  const [apps, tags, languages, page] = await Promise.all([
    listApps(as, { serviceId }),
    listTemplateTags(as, { serviceId }),
    listTemplateLanguages(as, { serviceId }),
    listTemplates(as, { serviceId, ...filter, sort, after, before }),
  ]);
  const make = may("template.create").ok && apps.length > 0 && (
    <NewTemplateButton apps={apps.map(({ id, name }) => ({ id, name }))} create={createTemplate} />
  );
  return (
    <ListPage
      title="Templates"
      description="Reusable messages with parameters, sent by API or from a campaign."
      actions={
        <>
          <FilesMenu
            address={address}
            total={page.total}
            files={
              may("template.put").ok
                ? {
                    appids: apps.map((app) => app.appid),
                    lookAt: previewEachPut,
                    write: putEachTemplate,
                  }
                : undefined
            }
          />
          {make}
        </>
      }
      filters={
        <TemplateFilters
          text={text}
          state={state}
          platform={platform}
          tag={tag}
          appid={appid}
          tags={tags}
          language={language}
          languages={languages}
          apps={apps.map((app) => ({ appid: app.appid, name: app.name }))}
        />
      }
      address={address}
      page={page}
      noun={{ one: "template", many: "templates" }}
      picture={<FileText />}
      emptyTab={state !== undefined && isOnlyState ? noneInState[state] : undefined}
      empty={{
        title: "No templates yet",
        text: "A template keeps a message that is sent again and again: an order confirmation, a reminder. Programs send it by its ID, with the values of its parameters.",
      }}
    >
      <TemplateTable rows={page.rows} address={address} />
    </ListPage>
  );
}
