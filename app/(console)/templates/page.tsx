import { FileText } from "lucide-react";
import type { Metadata } from "next";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { single } from "@/components/listing/with-query";
import { NewTemplateButton } from "@/components/template/new-template-button";
import { TemplateFilters } from "@/components/template/template-filters";
import { TemplateTable } from "@/components/template/template-table";
import { listApps } from "@/lib/directory/app/list";
import { listTemplatePage, listTemplateTags, templateSorts, templateStates } from "@/lib/directory/template/page";
import { platforms } from "@/lib/interface/device-kinds";
import { inService, type Query } from "../in-service";
import { makeTemplate } from "./actions";

export const metadata: Metadata = { title: "Templates" };

export default async function TemplatesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { as, serviceId, may } = await inService(query);
  const text = single(query["q"])?.slice(0, 200);
  const state = templateStates.find((known) => known === single(query["state"]));
  const platform = platforms.find((known) => known === single(query["platform"]));
  const tag = single(query["tag"])?.slice(0, 40);
  const appid = single(query["appid"])?.slice(0, 200);
  const address = listAddress("/templates", query, templateSorts, { q: text, state, platform, tag, appid });
  const { sort, after, before } = address;
  const [apps, tags, page] = await Promise.all([
    listApps(as, { serviceId }),
    listTemplateTags(as, { serviceId }),
    listTemplatePage(as, { serviceId, text, state, platform, tag, appid, sort, after, before }),
  ]);
  const make = may("template.save").ok && apps.length > 0 && (
    <NewTemplateButton apps={apps.map(({ id, name }) => ({ id, name }))} create={makeTemplate} />
  );
  return (
    <ListPage
      title="Templates"
      description="Messages with gaps, written once, that programs and campaigns fill in."
      actions={make}
      filters={
        <TemplateFilters
          text={text}
          state={state}
          platform={platform}
          tag={tag}
          appid={appid}
          tags={tags}
          apps={apps.map((app) => ({ appid: app.appid, name: app.name }))}
        />
      }
      address={address}
      page={page}
      noun={{ one: "template", many: "templates" }}
      picture={<FileText />}
      empty={{
        title: "No templates yet",
        text: "A template keeps a message that is sent again and again: an order confirmation, a reminder. Programs send it by its ID, with the values for its gaps.",
      }}
    >
      <TemplateTable rows={page.rows} address={address} />
    </ListPage>
  );
}
