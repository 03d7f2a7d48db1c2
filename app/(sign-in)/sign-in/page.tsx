import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { FrontDoor } from "@/components/sign-in/front-door";
import { PasskeySignIn } from "@/components/sign-in/passkey-sign-in";
import { refusalOf } from "@/components/sign-in/refusal";
import { RefusalText } from "@/components/sign-in/refusal-banner";
import { SecondStepForm } from "@/components/sign-in/second-step-form";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { SignOnDoors } from "@/components/sign-in/sign-on-doors";
import { signOnRefusal } from "@/components/sign-in/sign-on-refusal";
import { Banner } from "@/components/ui/banner";
import { passkeysUsed } from "@/lib/auth/passkey";
import { waitingFactors } from "@/lib/auth/second-step";
import { currentMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { setupNeeded } from "@/lib/directory/member/setup-code";
import { safePath } from "@/lib/inputs/own-page";
import { paths } from "@/lib/inputs/paths";
import { listDoors } from "@/lib/sign-on/list";
import { askPasskey, startOver } from "./actions";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const { next, left, refused, by } = await searchParams;
  if (await setupNeeded()) redirect(paths.setup());
  const path = safePath(typeof next === "string" ? next : undefined);
  if (await currentMember()) redirect(path);
  const doors = await listDoors();
  const name = doors.find(({ id }) => id === by)?.name ?? "The provider";
  const refusal =
    typeof refused === "string" ? (signOnRefusal(refused, name) ?? refusalOf(refused)) : undefined;
  const factors = await waitingFactors((await headers()).get("cookie"));
  if (factors)
    return (
      <FrontDoor
        title="One more step"
        lead="Your password was right. Now show that it is you."
        origin={config().ORIGIN}
      >
        <SecondStepForm next={path} factors={factors} ask={askPasskey} startOver={startOver} />
      </FrontDoor>
    );
  return (
    <FrontDoor title="Sign in" lead="Welcome back to your push console." origin={config().ORIGIN}>
      {left === "everywhere" && (
        <Banner kind="success" className="mb-5">
          You are signed out everywhere.
        </Banner>
      )}
      {refusal && <RefusalText refusal={refusal} className="mb-5" />}
      <SignInForm next={path} doors={doors} />
      <p className="mt-4 text-center text-base">
        <Link
          href={paths.forgotPassword()}
          prefetch={false}
          className="text-ink-muted underline underline-offset-2 hover:text-ink"
        >
          Forgot your password?
        </Link>
      </p>
      {(await passkeysUsed()) && <PasskeySignIn next={path} ask={askPasskey} />}
      <SignOnDoors doors={doors} next={path} />
    </FrontDoor>
  );
}
