import type { ReactNode } from "react";
import { SettingsNavigation } from "@/components/settings/settings-navigation";
import { narrowedRooms } from "@/components/shell/places";
import { presentService } from "@/components/shell/present-service";
import { requireMember } from "@/lib/auth/session";
import { can } from "@/lib/policy/can";
import { ownServices } from "../in-service";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const member = await requireMember();
  const services = await ownServices();
  // Of more services than are listed one is still in those that one is in.
  const ids = [...new Set([...services.map(({ id }) => id), ...Object.keys(member.services)])];
  return (
    <>
      <SettingsNavigation
        narrowed={narrowedRooms(ids, (action, serviceId) => can(member, action, serviceId).ok)}
        firstService={presentService(services, undefined)?.id}
      />
      {children}
    </>
  );
}
