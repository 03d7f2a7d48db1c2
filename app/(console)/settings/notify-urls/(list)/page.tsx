import { Inbox, ListChecks, ShieldCheck } from "lucide-react";
import type { Metadata } from "next";
import { LinkButton } from "@/components/shell/link-button";
import { Page } from "@/components/shell/page";
import { AuthCard } from "@/components/update/auth-card";
import { EndpointCard } from "@/components/update/endpoint-card";
import { ReplayButton } from "@/components/update/replay-button";
import { TestUpdateButton } from "@/components/update/test-update-button";
import { WebhookCard } from "@/components/update/webhook-card";
import { listNotifyAuths } from "@/lib/directory/notify-auth/list";
import { listWebhooks } from "@/lib/directory/webhook/list";
import { paths } from "@/lib/inputs/paths";
import { mostLookedAt, updateEndpoints } from "@/lib/results/update-endpoints";
import { inService, type Query } from "../../../in-service";
import {
  addNotifyAuth,
  changeNotifyAuth,
  removeWebhook,
  changeWebhook,
  readNotifyAuthUsers,
  countMissingUpdates,
  countParked,
  readWebhookWaiting,
  addWebhook,
  removeNotifyAuth,
  replayUpdates,
  rerollWebhookSecret,
  resumeWebhook,
  sendTestUpdate,
  switchOffWebhook,
} from "../actions";

export const metadata: Metadata = { title: "Notify URLs" };

const authActions = {
  add: addNotifyAuth,
  change: changeNotifyAuth,
  remove: removeNotifyAuth,
  findUsers: readNotifyAuthUsers,
  test: sendTestUpdate,
};
const webhookActions = {
  add: addWebhook,
  change: changeWebhook,
  switchOff: switchOffWebhook,
  resume: resumeWebhook,
  remove: removeWebhook,
  reroll: rerollWebhookSecret,
  findWaiting: readWebhookWaiting,
};

export default async function NotifyUrlsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { as, serviceId, may } = await inService(await searchParams);
  const [endpoints, auths, webhooks] = await Promise.all([
    updateEndpoints(as, { serviceId }),
    listNotifyAuths(as, { serviceId }),
    listWebhooks(as, { serviceId }),
  ]);
  const own = endpoints.rows.filter(({ what }) => what === "service" || what === "webhook");
  return (
    <Page
      title="Notify URLs"
      description="Endpoints that receive delivery updates, and whether they accept them."
      actions={
        <>
          <LinkButton icon={ListChecks} href={paths.updates()}>
            Updates
          </LinkButton>
          <LinkButton icon={Inbox} href={paths.inbox()}>
            Inbox
          </LinkButton>
          <LinkButton icon={ShieldCheck} href={paths.verification()}>
            Check signatures
          </LinkButton>
          {may("update.replay").ok && (
            <ReplayButton
              scope={{
                of: "missing",
                where: { serviceId },
                actions: { count: countMissingUpdates, replay: replayUpdates },
              }}
            />
          )}
          {may("testUpdate.send").ok && own.length > 0 && (
            <TestUpdateButton
              serviceId={serviceId}
              endpoints={own.map(({ receiver, url, what }) => ({ receiver, url, what }))}
              test={sendTestUpdate}
            />
          )}
        </>
      }
    >
      <div className="space-y-5">
        <EndpointCard
          serviceId={serviceId}
          endpoints={endpoints}
          lookedAt={mostLookedAt}
          actions={may("update.replay").ok ? { countParked, replay: replayUpdates } : undefined}
        />
        <WebhookCard
          key={`webhooks ${serviceId}`}
          serviceId={serviceId}
          webhooks={webhooks}
          auths={auths.map(({ id, name }) => ({ id, name }))}
          actions={may("webhook.add").ok ? webhookActions : undefined}
          history={may("audit.read").ok}
        />
        <AuthCard
          key={`auths ${serviceId}`}
          serviceId={serviceId}
          auths={auths}
          actions={may("notifyAuth.add").ok ? authActions : undefined}
          history={may("audit.read").ok}
        />
      </div>
    </Page>
  );
}
