import type { ReactNode } from "react";
import { platformName } from "@/components/facts/platform-names";
import { cn } from "@/components/ui/cn";
import { Verbatim, verbatim } from "@/components/ui/verbatim";
import type { SendPlan } from "@/lib/campaign/read-plan";
import type { ComposerApp } from "@/lib/compose/composition";
import type { Coverage } from "@/lib/compose/coverage";
import { devicesText, missedSentences, peopleText, reachedText } from "@/lib/compose/coverage-text";
import { messageName } from "@/lib/compose/draft-text";
import type { ReachExamination } from "@/lib/compose/examine-reach";
import { platforms, platformOf, type DeviceKind } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { textIn } from "@/lib/interface/value-shape";

interface SendFacts extends Pick<ReachExamination, "drawn" | "recipients" | "users"> {
  /** The template's, which says more than its identifier. */
  templateName?: string | undefined;
  request: PushRequestInput;
  app: ComposerApp | undefined;
}

/**
 * What will happen, in a sentence: "Send “Order shipped” to 3 of 4,995 people (5 devices) …", and
 * why it does not reach the others. Counts are those of the plan and of the devices once they are
 * there.
 */
export function sendSentence(
  { request, app, drawn, recipients, users, templateName }: SendFacts,
  plan: SendPlan | undefined,
  coverage: Coverage | undefined,
  when = "starting now",
): ReactNode {
  const named = messageName(request);
  const title = named === textIn(request.message?.template) ? (templateName ?? named) : named;
  const count = plan?.recipients ?? recipients;
  const apps = plan?.appids.length ?? 1;
  const reached = coverage?.recipients === count ? coverage : undefined;
  const on = reached ? platformsCovered(reached) : platformsOf(drawn);
  const expiry = textIn(request.expiry);
  return (
    <>
      Send {title === "Untitled" ? "it" : <Strong named>“{title}”</Strong>} to{" "}
      <Strong>{reached ? reachedText(reached, users) : peopleText(count, users)}</Strong>
      {reached && ` (${devicesText(reached.devices)})`}
      {plan?.audience != null && (
        <>
          {" "}
          of the {plan.segment ? "segment" : "list"} <Strong named>“{plan.audience}”</Strong>
          {plan.segment?.again === true && ", which is evaluated again when it is sent,"}
        </>
      )}{" "}
      {apps > 1 ? (
        <>
          on <Strong>{apps} apps</Strong>
        </>
      ) : (
        <>
          of <Verbatim>{app?.name ?? request.appid}</Verbatim>
        </>
      )}
      {on.length > 0 && `, on ${new Intl.ListFormat("en").format(on)}`}, {when}
      {expiry !== "" && `, until ${momentText(expiry)}`}.{" "}
      {reached && missedSentences(reached).join(" ")}
    </>
  );
}

/** `named`: what users called something, which is never translated. */
function Strong({ named = false, children }: { named?: boolean; children: ReactNode }) {
  return (
    <strong {...(named && verbatim)} className={cn("font-medium text-ink", named && "foreign")}>
      {children}
    </strong>
  );
}

function platformsOf(drawn: ReachExamination["drawn"]): string[] {
  return platformNames(Object.keys(drawn) as DeviceKind[]);
}

/** Those of devices that it goes to. */
function platformsCovered({ kinds }: Coverage): string[] {
  return platformNames(kinds.flatMap(({ kind, lack }) => (lack === null ? [kind] : [])));
}

function platformNames(kinds: readonly DeviceKind[]): string[] {
  const named = new Set(kinds.map(platformOf));
  return platforms.filter((platform) => named.has(platform)).map(platformName);
}

function momentText(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? iso
    : at.toLocaleString("en", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
}
