import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FrontDoor } from "@/components/sign-in/front-door";
import { safePath } from "@/components/sign-in/safe-path";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { currentMember } from "@/lib/auth/session";
import { setupNeeded } from "@/lib/directory/member/setup";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next } = await searchParams;
  if (await setupNeeded()) redirect("/setup");
  const path = safePath(typeof next === "string" ? next : undefined);
  if (await currentMember()) redirect(path);
  return (
    <FrontDoor title="Sign in" lead="Welcome back to your push console.">
      <SignInForm next={path} />
    </FrontDoor>
  );
}
