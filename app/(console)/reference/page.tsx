import type { Metadata } from "next";
import { sampleRequest } from "@/components/home/sample-request";
import { CodeView } from "@/components/reference/code-view";
import { FieldTable } from "@/components/reference/field-table";
import { fieldRows } from "@/components/reference/fields";
import { RuleTable } from "@/components/reference/rule-table";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { openApiDocument } from "@/lib/inputs/openapi";
import { inService, type Query } from "../in-service";

export const metadata: Metadata = { title: "API" };

export default async function ReferencePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { as, serviceId } = await inService(await searchParams);
  const [app] = await listApps(as, { serviceId });
  const { ORIGIN } = config();
  const document = openApiDocument(ORIGIN) as { components: { schemas: Record<string, unknown> } };
  return (
    <Page
      title="API"
      description="The same requests that the composer sends, by a program."
      actions={
        <Button asChild>
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- served by node:http, not by Next */}
          <a href="/resources/v1/openapi.json">OpenAPI 3.1</a>
        </Button>
      }
    >
      <div className="space-y-5">
        <Card aria-labelledby="send-title">
          <CardHeader id="send-title" title="Send a message" description={`POST ${ORIGIN}/resources/v1/messaging`} />
          <CardBody>
            <CodeView origin={ORIGIN} request={sampleRequest(app?.appid ?? "your-appid", app?.sandbox ? "user-1" : "your-userid")} />
            <p className="mt-4 max-w-prose text-sm text-ink-muted">
              <code className="code">1001</code> means that the message is stored and will be delivered; follow it with{" "}
              <code className="code">GET /resources/v1/messaging/{"{transid}"}</code> or a notify URL. An{" "}
              <code className="code">Idempotency-Key</code> header makes it safe to send again.
            </p>
          </CardBody>
        </Card>
        <Card aria-labelledby="members-title">
          <CardHeader id="members-title" title="Members of a request" />
          <FieldTable rows={fieldRows(document.components.schemas["PushRequest"])} />
        </Card>
        <Card aria-labelledby="rules-title">
          <CardHeader id="rules-title" title="Rules" description="What a request is checked for. All problems are listed at once." />
          <RuleTable />
        </Card>
      </div>
    </Page>
  );
}
