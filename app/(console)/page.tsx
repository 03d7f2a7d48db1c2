import { PenLine, Send } from "lucide-react";
import Link from "next/link";
import { Figures } from "@/components/home/figures";
import { FirstSteps } from "@/components/home/first-steps";
import { FlaggedApps } from "@/components/home/flagged-apps";
import { GoneWebhooks } from "@/components/home/gone-webhooks";
import { sampleRequest } from "@/components/home/sample-request";
import { curlCommand } from "@/components/reference/curl";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { MessageTable } from "@/components/message/message-table";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { includesRole, type Member } from "@/lib/auth/member";
import { requireMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { listDevices } from "@/lib/directory/device/list";
import { overview } from "@/lib/results/overview";
import { listMessages } from "@/lib/results/read-messages";
import { resumeWebhook } from "./actions";

export default async function HomePage() {
  const member = await requireMember();
  const [figures, recent, sample] = await Promise.all([overview(member), listMessages(member, { limit: 6 }), sampleOf(member)]);
  const steps = figures.firstSteps;
  return (
    <Page
      title="Home"
      description={<LiveRefresh />}
      actions={
        <Button asChild variant="primary">
          <Link href="/compose">
            <PenLine aria-hidden />
            Compose
          </Link>
        </Button>
      }
    >
      <div className="space-y-5">
        <FlaggedApps flagged={figures.flagged} />
        <GoneWebhooks webhooks={figures.goneWebhooks} mayResume={includesRole(member.role, "admin")} resume={resumeWebhook} />
        {!(steps.sentOne && steps.readOne && steps.usedApi) && <FirstSteps done={steps} curl={curlCommand(config().ORIGIN, sample)} />}
        {figures.last24h.messages > 0 && <Figures overview={figures} />}
        <Card aria-labelledby="recent-title">
          <CardHeader
            id="recent-title"
            title="Recent messages"
            actions={
              <Button asChild size="sm" variant="ghost">
                <Link href="/messages">All messages</Link>
              </Button>
            }
          />
          {recent.rows.length === 0 ? (
            <EmptyState
              picture={<Send />}
              title="It is quiet here"
              action={
                <Button asChild>
                  <Link href="/compose">Send the first message</Link>
                </Button>
              }
            >
              What is sent shows up here at once: who got it, who read it, and what went wrong.
            </EmptyState>
          ) : (
            <MessageTable rows={recent.rows} label="Recent messages" />
          )}
        </Card>
      </div>
    </Page>
  );
}

/** A request that works as it stands: the sandbox's app and one of its users. */
async function sampleOf(member: Member): Promise<string> {
  const apps = await listApps(member);
  const appid = (apps.find((app) => app.sandbox) ?? apps[0])?.appid ?? "your-appid";
  const { rows } = await listDevices(member, { appid, limit: 50 });
  return sampleRequest(appid, rows.flatMap((device) => device.userids)[0] ?? "your-userid");
}
