import { Bell, BellRing } from "lucide-react";
import type { Metadata } from "next";
import { NoticeList } from "@/components/notices/notice-list";
import { LinkButton } from "@/components/shell/link-button";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { requireMember } from "@/lib/auth/session";
import { paths } from "@/lib/inputs/paths";
import { listNotices } from "@/lib/notices/list";
import { ownServices } from "../in-service";
import { seeNotices } from "./actions";

export const metadata: Metadata = { title: "Notices" };

export default async function NoticesPage() {
  const actor = await requireMember();
  const [notices, services] = await Promise.all([listNotices({ actor }, {}), ownServices()]);
  const choose = (
    <LinkButton icon={BellRing} href={paths.noticeSettings()}>
      Notification settings
    </LinkButton>
  );
  return (
    <Page
      title="Notices"
      description={
        services.length > 1
          ? "Problems and requests in all of your services."
          : "Problems and requests that need your attention."
      }
      actions={notices.length > 0 && choose}
    >
      {notices.length === 0 ? (
        <EmptyState picture={<Bell />} title="Nothing needs you" action={choose}>
          Refused credentials, failed campaigns, sends that wait for approval, parked delivery
          updates, and keys about to expire show up here.
        </EmptyState>
      ) : (
        <NoticeList notices={notices} several={services.length > 1} markSeen={seeNotices} />
      )}
    </Page>
  );
}
