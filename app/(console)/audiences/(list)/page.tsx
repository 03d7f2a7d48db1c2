import { ListFilter, UserRound, Users } from "lucide-react";
import type { Metadata } from "next";
import { AudienceTable } from "@/components/audience/audience-table";
import { NewListButton } from "@/components/audience/new-list-button";
import { FindFilter } from "@/components/listing/find-field";
import { listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { LinkButton } from "@/components/shell/link-button";
import { listApps } from "@/lib/directory/app/list";
import { audienceSorts, listAudiences } from "@/lib/directory/audience/list";
import { listTemplateChoices } from "@/lib/directory/template/choices";
import { paths, single } from "@/lib/inputs/paths";
import { inService, type Query } from "../../in-service";
import {
  beginAudience,
  changeAudience,
  createAudience,
  removeEachAudience,
  removeAudience,
} from "../actions";

export const metadata: Metadata = { title: "Audiences" };

export default async function AudiencesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const text = single(query["q"])?.slice(0, 200);
  const address = listAddress(paths.audiences(), query, audienceSorts, { q: text });
  const { sort, after, before } = address;
  const [apps, templates, page] = await Promise.all([
    listApps(as, { serviceId }),
    listTemplateChoices(as, { serviceId }),
    listAudiences(as, { serviceId, text, sort, after, before }),
  ]);
  const make = may("audience.create").ok && apps.length > 0 && (
    <NewListButton
      apps={apps.map(({ appid, name }) => ({ appid, name }))}
      templates={templates
        .filter(({ parameters }) => parameters.length > 0)
        .map(({ templateId, name, parameters }) => ({ templateId, name, parameters }))}
      fill={{ begin: beginAudience, finish: createAudience }}
      mayMark={may("campaign.send").ok}
    />
  );
  return (
    <ListPage
      title="Audiences"
      description="Saved lists of recipients, and the groups that tests go to."
      actions={
        <>
          <LinkButton icon={ListFilter} href={paths.segments()}>
            Segments
          </LinkButton>
          <LinkButton icon={UserRound} href={paths.users()}>
            Users
          </LinkButton>
          {make}
        </>
      }
      filters={<FindFilter text={text} />}
      address={address}
      page={page}
      noun={{ one: "list", many: "lists" }}
      picture={<Users />}
      empty={{
        title: "No lists yet",
        text: "Import recipients from a CSV file or paste them. Each recipient can have values for template parameters.",
      }}
    >
      <AudienceTable
        rows={page.rows}
        address={address}
        actions={
          may("audience.change").ok
            ? { change: changeAudience, remove: removeAudience, removeEach: removeEachAudience }
            : undefined
        }
        mayMark={may("campaign.send").ok}
      />
    </ListPage>
  );
}
