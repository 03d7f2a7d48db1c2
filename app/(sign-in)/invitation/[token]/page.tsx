import type { Metadata } from "next";
import { headers } from "next/headers";
import { placeText } from "@/components/member/role-text";
import { AcceptForm } from "@/components/sign-in/accept-form";
import { DeadLink } from "@/components/sign-in/dead-link";
import { FrontDoor } from "@/components/sign-in/front-door";
import { JoinButton } from "@/components/sign-in/join-button";
import { OtherAccount } from "@/components/sign-in/other-account";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { SignOnDoors } from "@/components/sign-in/sign-on-doors";
import { Verbatim } from "@/components/ui/verbatim";
import { clientOf } from "@/lib/auth/client-header";
import { enforcedFor } from "@/lib/auth/enforced";
import { currentMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { openInvitation } from "@/lib/directory/member/invitation";
import { paths } from "@/lib/inputs/paths";
import { acceptInvite, joinService } from "../../actions";
import { opened } from "../../opened";

export const metadata: Metadata = { title: "Invitation" };

/**
 * Where an invitation is accepted: by making an account, or, with one, by signing in to it and one
 * press.
 */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await opened(openInvitation(token, clientOf(await headers())));
  if ("paused" in link) return <DeadLink title="Too many links were tried">{link.paused}</DeadLink>;
  const { email, service, by, hasAccount, ...place } = link.target;
  const [member, door] = [await currentMember(), await enforcedFor(email)];
  const lead = (
    <>
      <Verbatim>{by}</Verbatim> invited you. You will be: {placeText(place)}.
    </>
  );
  return (
    <FrontDoor
      title={
        <>
          Join <Verbatim>{service}</Verbatim>
        </>
      }
      lead={lead}
      origin={config().ORIGIN}
    >
      {member ? (
        member.email === email ? (
          <JoinButton token={token} service={service} join={joinService} />
        ) : (
          <OtherAccount expected={email} present={member.email} />
        )
      ) : door ? (
        <>
          <p className="text-base text-ink-muted">
            Addresses of your domain sign in with <Verbatim>{door.name}</Verbatim>.
          </p>
          <SignOnDoors doors={[door]} next={hasAccount ? paths.invitation(token) : "/"} />
        </>
      ) : hasAccount ? (
        <>
          <p className="mb-4 text-base text-ink-muted">
            You have an account already. Sign in to accept.
          </p>
          <SignInForm next={paths.invitation(token)} email={email} />
        </>
      ) : (
        <AcceptForm token={token} email={email} action={acceptInvite} />
      )}
    </FrontDoor>
  );
}
