import type { Metadata } from "next";
import { BackLink, Page } from "@/components/shell/page";
import { AppChoice } from "@/components/start/app-choice";
import { OwnAppStepList } from "@/components/start/own-app-steps";
import { config } from "@/lib/config/config";
import { single } from "@/lib/inputs/paths";
import type { Action } from "@/lib/policy/actions";
import { readOwnApp } from "@/lib/results/own-app";
import { inService, type Query } from "../in-service";

export const metadata: Metadata = { title: "Send to your own app" };

export default async function StartPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const steps = await readOwnApp(as, { serviceId, appid: single(query["app"])?.slice(0, 200) });
  const why = (action: Action) => {
    const verdict = may(action);
    return verdict.ok ? undefined : verdict.reason;
  };
  return (
    <Page
      title="Send to your own app"
      trail={<BackLink href="/">Home</BackLink>}
      description="From an empty service to the first delivery update. You can leave at any time; your progress is saved."
      actions={
        steps.apps.length > 1 && <AppChoice apps={steps.apps} appid={steps.app?.appid ?? ""} />
      }
    >
      <OwnAppStepList
        steps={steps}
        origin={config().ORIGIN}
        forbidden={{ service: why("service.create"), app: why("app.create") }}
      />
    </Page>
  );
}
