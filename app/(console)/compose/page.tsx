import type { Metadata } from "next";
import { Composer } from "@/components/composer/composer";
import { single } from "@/components/message/with-query";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { includesRole } from "@/lib/auth/member";
import { requireMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { sendMessage } from "./actions";

export const metadata: Metadata = { title: "Compose" };

export default async function ComposePage({ searchParams }: { searchParams: Promise<{ appid?: string | string[] }> }) {
  const member = await requireMember();
  const apps = await listApps(member);
  return (
    <Page title="Compose" description="Write once, see it on every device, send it." wide>
      {apps.length === 0 ? (
        <EmptyState title="There is no app to send from">An administrator adds apps; each message goes out in the name of one.</EmptyState>
      ) : (
        <Composer
          apps={apps.map(({ appid, name, siteUrl, iconUrl, bundleId, androidRendering, defaultChannelId, sandbox }) => {
            return { appid, name, siteUrl, iconUrl, bundleId, androidRendering, defaultChannelId, sandbox };
          })}
          appid={single((await searchParams).appid)}
          memberId={member.id}
          maySend={includesRole(member.role, "marketer")}
          origin={config().ORIGIN}
          send={sendMessage}
        />
      )}
    </Page>
  );
}
