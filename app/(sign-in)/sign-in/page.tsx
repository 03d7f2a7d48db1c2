import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FrontDoor } from "@/components/sign-in/front-door";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Banner } from "@/components/ui/banner";
import { currentMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { setupNeeded } from "@/lib/directory/member/setup-code";
import { safePath } from "@/lib/inputs/own-page";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: Promise<Record<string, string | string[]>> }) {
  const { next, left } = await searchParams;
  if (await setupNeeded()) redirect("/setup");
  const path = safePath(typeof next === "string" ? next : undefined);
  if (await currentMember()) redirect(path);
  return (
    <FrontDoor title="Sign in" lead="Welcome back to your push console." origin={config().ORIGIN}>
      {left === "everywhere" && (
        <Banner kind="success" className="mb-5">
          You are signed out everywhere.
        </Banner>
      )}
      <SignInForm next={path} />
    </FrontDoor>
  );
}
