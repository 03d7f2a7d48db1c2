import type { Metadata } from "next";
import { NameForm } from "@/components/account/name-form";
import { NoticeSettingsForm } from "@/components/account/notice-settings";
import { PasswordForm } from "@/components/account/password-form";
import { SessionList } from "@/components/account/session-list";
import { FactorList } from "@/components/second-factor/factor-list";
import { Page } from "@/components/shell/page";
import { PaddedCard, TitledCard } from "@/components/ui/card";
import { Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { listOwnSessions } from "@/lib/directory/member/sessions";
import { listOwnFactors } from "@/lib/directory/second-factor/list";
import { readNoticeSettings } from "@/lib/notices/settings";
import {
  addOwnPasskey,
  askOwnPasskey,
  beginOwnApp,
  beginOwnPasskey,
  chooseNotices,
  confirmOwnApp,
  endOwnSession,
  forgetNoticeWebhook,
  removeOwnApp,
  removeOwnPasskey,
  renameSelf,
  renameOwnPasskey,
  renewRecoveryCodes,
  changePassword,
  tryNotice,
} from "./actions";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const actor = await requireMember();
  const [sessions, factors, notices] = await Promise.all([
    listOwnSessions({ actor }, {}),
    listOwnFactors({ actor }, {}),
    readNoticeSettings({ actor }, {}),
  ]);
  return (
    <Page title="Account" description={<Verbatim>{actor.email}</Verbatim>}>
      <div className="max-w-2xl space-y-6">
        <PaddedCard id="name" title="Name">
          <NameForm name={actor.name} rename={renameSelf} />
        </PaddedCard>
        <PaddedCard id="password" title="Password">
          <PasswordForm email={actor.email} change={changePassword} />
        </PaddedCard>
        <TitledCard
          id="two-step"
          title="Two-step sign-in"
          description="After your password, signing in asks for a code from an app or for a passkey."
        >
          <FactorList
            factors={factors}
            actions={{
              beginApp: beginOwnApp,
              confirmApp: confirmOwnApp,
              removeApp: removeOwnApp,
              beginPasskey: beginOwnPasskey,
              addPasskey: addOwnPasskey,
              renamePasskey: renameOwnPasskey,
              removePasskey: removeOwnPasskey,
              askPasskey: askOwnPasskey,
              renewCodes: renewRecoveryCodes,
            }}
          />
        </TitledCard>
        <PaddedCard
          id="notices"
          title="Notices"
          description="How Clarion notifies you, besides the bell."
        >
          <NoticeSettingsForm
            settings={notices}
            choose={chooseNotices}
            forgetWebhook={forgetNoticeWebhook}
            tryWay={tryNotice}
          />
        </PaddedCard>
        <TitledCard
          id="sessions"
          title="Sessions"
          description="Browsers in which you are signed in."
        >
          <SessionList sessions={sessions} end={endOwnSession} />
        </TitledCard>
      </div>
    </Page>
  );
}
