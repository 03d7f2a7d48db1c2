import type { ReactNode } from "react";
import { OwnPicturesProvider } from "@/components/preview/own-pictures";
import { CopyBanner } from "@/components/shell/copy-banner";
import { shellActions } from "@/components/shell/rights";
import { Shell } from "@/components/shell/shell";
import { requireMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { looksLikeCopy } from "@/lib/directory/installation/copy-check";
import { leastOf } from "@/lib/policy/actions";
import { confirmInstallation, signOutEverywhere, findByName } from "./actions";
import { pauseCampaign, resumeCampaign } from "./campaigns/actions";
import { ownServices } from "./in-service";

const rights = Object.fromEntries(shellActions().map((action) => [action, leastOf(action)]));

/** The frame of every signed-in page. */
export async function Frame({ children }: { children: ReactNode }) {
  const { name, email, installationOwner } = await requireMember();
  const services = await ownServices();
  return (
    <OwnPicturesProvider value={config().ORIGIN}>
      <Shell
        member={{ name, email, installationOwner }}
        services={services}
        rights={rights}
        onFind={findByName}
        steering={{ pause: pauseCampaign, resume: resumeCampaign }}
        onSignOutEverywhere={signOutEverywhere}
      >
        {looksLikeCopy() && (
          <CopyBanner confirm={installationOwner ? confirmInstallation : undefined} />
        )}
        {children}
      </Shell>
    </OwnPicturesProvider>
  );
}
