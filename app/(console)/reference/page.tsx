import type { Metadata } from "next";
import { OperationSection } from "@/components/reference/operation-section";
import { operationsOf, resources } from "@/components/reference/operations";
import { ReaderChoice } from "@/components/reference/reader";
import { ResourceNav } from "@/components/reference/resource-nav";
import { RuleTable } from "@/components/reference/rule-table";
import { sampleOf } from "@/components/reference/samples";
import { Page } from "@/components/shell/page";
import { buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { listDevices } from "@/lib/directory/device/list";
import { openApiDocument } from "@/lib/http/openapi";
import { single } from "@/lib/inputs/paths";
import { inService, type Query } from "../in-service";

export const metadata: Metadata = { title: "API" };

export default async function ReferencePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId } = await inService(await searchParams);
  const apps = await listApps(as, { serviceId });
  const app = apps.find(({ appid }) => appid === single(query["app"])) ?? apps[0];
  const devices = app
    ? await listDevices(as, { serviceId, appid: app.appid, state: "active", limit: 20 })
    : undefined;
  const reader = {
    appid: app?.appid ?? "your-appid",
    userid: devices?.rows.flatMap(({ userids }) => userids)[0] ?? "your-userid",
  };
  const { ORIGIN } = config();
  const operations = operationsOf(openApiDocument(ORIGIN));
  const groups = resources.map((title) => ({
    title,
    links: operations.filter(({ resource }) => resource === title),
  }));
  return (
    <Page
      title="API"
      description="The same requests that the composer sends, by a program."
      actions={
        // oxlint-disable-next-line next/no-html-link-for-pages -- served by node:http, not by Next
        <a href="/resources/v1/openapi.json" className={buttonClass()}>
          OpenAPI 3.1
        </a>
      }
      wide
    >
      <div className="grid gap-x-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <ResourceNav
          groups={[
            ...groups,
            { title: "Tables", links: [{ id: "rules", summary: "Rules and codes" }] },
          ]}
        />
        <div className="min-w-0">
          <ReaderChoice apps={apps.map(({ appid, name }) => ({ appid, name }))} appid={app?.appid}>
            {groups.map(({ title, links }) => (
              <div key={title}>
                <h2 className="mt-2 mb-3 text-xl font-semibold">{title}</h2>
                {links.map((operation) => (
                  <OperationSection
                    key={operation.id}
                    operation={operation}
                    sample={sampleOf(operation, reader)}
                    origin={ORIGIN}
                  />
                ))}
              </div>
            ))}
          </ReaderChoice>
          <Card id="rules" aria-labelledby="rules-title" className="scroll-mt-4">
            <CardHeader
              id="rules-title"
              title="Rules"
              description="The checks that every request goes through. A response lists all problems at once."
            />
            <RuleTable />
          </Card>
        </div>
      </div>
    </Page>
  );
}
