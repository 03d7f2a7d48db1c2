import type { Metadata } from "next";
import { headers } from "next/headers";
import { NewPasswordForm } from "@/components/sign-in/accept-form";
import { DeadLink } from "@/components/sign-in/dead-link";
import { FrontDoor } from "@/components/sign-in/front-door";
import { OtherAccount } from "@/components/sign-in/other-account";
import { clientOf } from "@/lib/auth/client-header";
import { currentMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { openReset } from "@/lib/directory/member/reset";
import { resetByLink } from "../../actions";
import { opened } from "../../opened";

export const metadata: Metadata = { title: "New password" };

/** Lets a member set a new password by a link from an owner of the installation. */
export default async function ResetPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await opened(openReset(token, clientOf(await headers())));
  if ("paused" in link) return <DeadLink title="Too many links were tried">{link.paused}</DeadLink>;
  const { email } = link.target;
  const member = await currentMember();
  return (
    <FrontDoor
      title="Set a new password"
      lead="You are signed out everywhere else when it is set."
      origin={config().ORIGIN}
    >
      {member && member.email !== email ? (
        <OtherAccount expected={email} present={member.email} />
      ) : (
        <NewPasswordForm token={token} email={email} action={resetByLink} />
      )}
    </FrontDoor>
  );
}
