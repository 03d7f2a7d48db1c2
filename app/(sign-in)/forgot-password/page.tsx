import type { Metadata } from "next";
import { BackToSignIn, ForgotPassword } from "@/components/sign-in/forgot-password";
import { FrontDoor } from "@/components/sign-in/front-door";
import { config } from "@/lib/config/config";
import { canAskForLink } from "@/lib/notices/letters";
import { askForLink } from "../actions";

export const metadata: Metadata = { title: "Forgotten password" };

/**
 * Where a member who forgot their password has a link sent to a new one; where no e-mail is sent,
 * who can make one.
 */
export default function ForgotPasswordPage() {
  if (!canAskForLink())
    return (
      <FrontDoor
        title="Forgot your password?"
        lead="Ask an owner of this installation for a link. It lets you set a new password."
        origin={config().ORIGIN}
      >
        <BackToSignIn />
      </FrontDoor>
    );
  return (
    <FrontDoor
      title="Forgot your password?"
      lead="Get a link by e-mail, and set a new one."
      origin={config().ORIGIN}
    >
      <ForgotPassword ask={askForLink} />
    </FrontDoor>
  );
}
