import { cache } from "react";
import { AppFacts, AppNames } from "@/components/apps/app-facts";
import { AppSettings } from "@/components/apps/app-settings";
import { CredentialCard } from "@/components/apps/credential-card";
import { deliversTo } from "@/components/apps/provider-look";
import { HistoryLink } from "@/components/audit/history-link";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { BackLink, Page } from "@/components/shell/page";
import { Banner } from "@/components/ui/banner";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { readAppDetail } from "@/lib/directory/app/read";
import { paths } from "@/lib/inputs/paths";
import { providerKinds, type ProviderKind } from "@/lib/interface/device-kinds";
import { orNotFound, inServiceOf, titleOf, type ThingPageProps } from "../../../in-service";
import { listMedia } from "../../../media/actions";
import {
  changeApp,
  checkCredential,
  removeCredential,
  saveCheckedCredential,
  createWebPushKeys,
} from "../actions";

/** Read once for the page and its title. */
const open = cache(async (id: string) =>
  readAppDetail({ actor: await requireMember() }, { appId: id }),
);

export const generateMetadata = titleOf(open, "App");

const actions = {
  save: saveCheckedCredential,
  check: checkCredential,
  remove: removeCredential,
  createKeys: createWebPushKeys,
};

export default async function AppPage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const app = await orNotFound(open(id));
  const { serviceId, may } = await inServiceOf(app, paths.app(app.id), await searchParams);
  const mayChange = may("app.change");
  const maySave = may("credential.save");
  const credentialOf = (provider: ProviderKind) =>
    app.credentials.find((one) => one.provider === provider);
  const isOffered = (provider: ProviderKind) =>
    deliversTo(provider, app.platforms) || credentialOf(provider) !== undefined;
  const offered = providerKinds.filter(isOffered);
  const others = providerKinds.filter((provider) => !isOffered(provider));
  const cards = (providers: readonly ProviderKind[]) => (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {providers.map((provider) => (
        <CredentialCard
          key={provider}
          app={{ id: app.id, name: app.name }}
          provider={provider}
          credential={credentialOf(provider)}
          actions={maySave.ok ? actions : undefined}
        />
      ))}
    </div>
  );
  const library = {
    serviceId,
    find: listMedia,
    mayUpload: may("media.add").ok,
    origin: config().ORIGIN,
  };
  return (
    <Page
      trail={<BackLink href={paths.apps()}>Apps</BackLink>}
      title={<Verbatim>{app.name}</Verbatim>}
      actions={may("audit.read").ok && <HistoryLink object={app.id} />}
    >
      <div className="space-y-8">
        <section aria-labelledby="credentials" className="space-y-4">
          <div>
            <h2 id="credentials" className="text-lg font-semibold tracking-tight">
              Credentials
            </h2>
            <p className="text-sm text-ink-muted">
              Credentials of this app’s providers. Clarion tests each one before saving it; secrets
              are encrypted and never shown again.
            </p>
            <LiveRefresh serviceId={serviceId} transid={app.id} everyMs={2_000} />
          </div>
          {app.sandbox && (
            <Banner title="This app sends to simulated devices">
              Its credentials belong to simulated providers and are reset when the server starts.
            </Banner>
          )}
          {cards(offered)}
          {others.length > 0 && (
            <>
              <h3 className="pt-2 text-sm font-medium text-ink-muted">
                For platforms that this app is not for
              </h3>
              {cards(others)}
            </>
          )}
        </section>
        <Card>
          <CardHeader title="App" />
          <CardBody className="space-y-6">
            <AppNames app={app} />
            {mayChange.ok ? (
              <AppSettings key={app.id} app={app} library={library} change={changeApp} />
            ) : (
              <>
                <AppFacts app={app} />
                <p className="text-sm text-ink-faint">{mayChange.reason}</p>
              </>
            )}
          </CardBody>
        </Card>
      </div>
    </Page>
  );
}
