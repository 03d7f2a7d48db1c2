import type { ReactNode } from "react";
import { HealthPill, healthOf } from "@/components/apps/health";
import { curlCommand, sendCall } from "@/components/facts/call";
import { kindName } from "@/components/facts/kind-icon";
import { sampleRequest } from "@/components/facts/sample-request";
import { LinkButton } from "@/components/shell/link-button";
import { CodeBlock } from "@/components/ui/code-block";
import { RelativeTime } from "@/components/ui/relative-time";
import { isolated } from "@/components/ui/sentence";
import { StepCard, type Step } from "@/components/ui/step-card";
import { Verbatim } from "@/components/ui/verbatim";
import { refusedWords } from "@/lib/describe/refusals";
import { paths } from "@/lib/inputs/paths";
import { providers } from "@/lib/providers/credentials";
import type { OwnApp, OwnAppSteps } from "@/lib/results/own-app";
import { CodeBySystem } from "./code-by-system";
import { ConnectedCard } from "./connected-card";
import { doneSteps } from "./done-steps";
import { Waiting } from "./waiting";

interface OwnAppStepsProps {
  steps: OwnAppSteps;
  /** Public address of the console, without a slash at its end. */
  origin: string;
  /** Why the member may not do it themselves; undefined where they may. */
  forbidden: { service: string | undefined; app: string | undefined };
}

/** The way from an empty service to the first delivery update of an app of one's own. */
export function OwnAppStepList({ steps, origin, forbidden }: OwnAppStepsProps) {
  const { app } = steps;
  const done = doneSteps(steps);
  const list: StepExplanation[] = [
    serviceStep(steps, forbidden.service),
    appStep(forbidden.app),
    credentialStep(app, forbidden.app),
    deviceStep(app, origin),
    pushStep(app, origin),
    receiptStep(app, origin),
    updateStep(steps, forbidden.app),
  ];
  return (
    <div className="space-y-5">
      {app && done.every(Boolean) && <ConnectedCard name={app.name} />}
      <StepCard
        id="own-app-title"
        title={app ? <Verbatim>{app.name}</Verbatim> : "Your own app"}
        steps={list.map((step, n) => ({ ...step, done: done[n] ?? false }))}
        browsable
      />
    </div>
  );
}

type StepExplanation = Omit<Step, "done">;

function serviceStep({ service }: OwnAppSteps, forbidden: string | undefined): StepExplanation {
  return {
    title: "Have a service",
    body: (
      <>
        <p>
          <Verbatim>{service.name}</Verbatim>{" "}
          {service.sandbox
            ? "is the sandbox: its providers are simulated. A service of your own has your apps, keys and members. Create it, then switch to it."
            : "has your apps, keys and members."}
        </p>
        <Way href={paths.services()} forbidden={forbidden}>
          Open services
        </Way>
      </>
    ),
  };
}

function appStep(forbidden: string | undefined): StepExplanation {
  return {
    title: "Add your app",
    body: (
      <>
        <p>Give it the app ID that requests will name, such as “shop”.</p>
        <Way href={paths.apps()} forbidden={forbidden}>
          Open apps
        </Way>
      </>
    ),
  };
}

function credentialStep(app: OwnApp | undefined, forbidden: string | undefined): StepExplanation {
  return {
    title: "Connect a push provider",
    body: (
      <>
        <p>
          Add the credential of Firebase, Apple, Huawei or Web Push. It is checked with the provider
          when you save it.
        </p>
        {app && app.credentials.length > 0 && (
          <ul className="mt-3 space-y-2">
            {app.credentials.map((one) => (
              <li key={one.provider} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium">{providers[one.provider].label}</span>
                <HealthPill health={healthOf(one)} />
                {one.refusedSince !== null && (
                  <span className="min-w-0 text-ink-muted">
                    {refusedWords(one.provider, one.refusedFor ?? "")}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {app && !app.credentials.some((one) => healthOf(one) === "ok") && (
          <Waiting for="a credential that its provider accepts" />
        )}
        <Way href={app ? paths.app(app.id) : paths.apps()} forbidden={forbidden}>
          Open the app’s credentials
        </Way>
      </>
    ),
  };
}

function deviceStep(app: OwnApp | undefined, origin: string): StepExplanation {
  const device = app?.device;
  return {
    title: "Register the first device",
    body: (
      <>
        <p>
          Put this into your app. It sends the device’s push ID, and the user it belongs to, with
          the app’s client key.
        </p>
        {app && <CodeBySystem what="registration" facts={{ ...app, origin }} />}
        {device ? (
          <p className="mt-3">
            Registered <RelativeTime at={device.registeredAt} />:{" "}
            {device.model ?? kindName(device.kind)}
            {device.userid !== null && ` of ${isolated(device.userid)}`}.
          </p>
        ) : (
          app && <Waiting for="the first device" />
        )}
      </>
    ),
  };
}

function pushStep(app: OwnApp | undefined, origin: string): StepExplanation {
  const userid = app?.device?.userid ?? "your-userid";
  return {
    title: "Send the first message",
    body: (
      <>
        <p>Write it in the composer, or send it from a program with a service key.</p>
        {app && (
          <>
            <Way href={paths.compose()}>Open the composer</Way>
            <CodeBlock
              title="Terminal"
              label="Command line"
              what="command line"
              code={curlCommand(sendCall(origin, sampleRequest(app.appid, userid)))}
            />
            {app.sent === undefined ? (
              <Waiting for="a message that its provider accepts" />
            ) : (
              <Way href={paths.message(app.sent)}>See the result</Way>
            )}
          </>
        )}
      </>
    ),
  };
}

function receiptStep(app: OwnApp | undefined, origin: string): StepExplanation {
  return {
    title: "Get the first receipt",
    body: (
      <>
        <p>
          Your app reports that a notification arrived and was read. Without receipts a delivery
          ends at “Submitted”.
        </p>
        {app && <CodeBySystem what="receipt" facts={{ ...app, origin }} />}
        {app && app.confirmed === undefined && <Waiting for="the first receipt" />}
      </>
    ),
  };
}

function updateStep({ app, service }: OwnAppSteps, forbidden: string | undefined): StepExplanation {
  return {
    title: "Get the first delivery update",
    body: (
      <>
        <p>
          {service.notifyurl
            ? "The service has a notify URL or a webhook. The next message’s updates go there."
            : "Set the address of your server to receive the status of each delivery. Without a server, use the built-in inbox."}
        </p>
        <Way href={paths.notifyUrls()} forbidden={forbidden}>
          Open notify URLs
        </Way>
        {forbidden === undefined && <Way href={paths.inbox()}>Open the built-in inbox</Way>}
        {app?.sent !== undefined && !app.hasAcceptedUpdate && (
          <Waiting for="an update that your server accepts" />
        )}
      </>
    ),
  };
}

function Way({
  href,
  forbidden,
  children,
}: {
  href: string;
  forbidden?: string | undefined;
  children: ReactNode;
}) {
  if (forbidden !== undefined) return <p className="mt-2 text-sm text-ink-faint">{forbidden}</p>;
  return (
    <LinkButton size="sm" className="mt-3" href={href}>
      {children}
    </LinkButton>
  );
}
