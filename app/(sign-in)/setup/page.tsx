import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FrontDoor } from "@/components/sign-in/front-door";
import { SetupForm } from "@/components/sign-in/setup-form";
import { config } from "@/lib/config/config";
import { setupNeeded } from "@/lib/directory/member/setup-code";
import { paths } from "@/lib/inputs/paths";
import { makeFirstOwner } from "../actions";

export const metadata: Metadata = { title: "Set up" };

export default async function SetupPage() {
  if (!(await setupNeeded())) redirect(paths.signIn());
  return (
    <FrontDoor
      title="Set up Clarion"
      lead={`Create the owner account.${config().SANDBOX ? " A sandbox with test devices is ready." : ""}`}
      origin={config().ORIGIN}
    >
      <SetupForm action={makeFirstOwner} />
    </FrontDoor>
  );
}
