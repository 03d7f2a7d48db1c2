import type { ReactNode } from "react";
import { OwnPicturesProvider } from "@/components/preview/own-pictures";
import { Shell } from "@/components/shell/shell";
import { requireMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { signOutEverywhere, findByName } from "./actions";
import { ownServices } from "./in-service";

/** The frame of every signed-in page. */
export async function Frame({ children }: { children: ReactNode }) {
  const { name, email, installationOwner } = await requireMember();
  const services = await ownServices();
  return (
    <OwnPicturesProvider value={config().ORIGIN}>
      <Shell
        member={{ name, email, installationOwner }}
        services={services}
        onFind={findByName}
        onSignOutEverywhere={signOutEverywhere}
      >
        {children}
      </Shell>
    </OwnPicturesProvider>
  );
}
