import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { requireMember } from "@/lib/auth/session";
import { listApps } from "@/lib/directory/app/list";
import { endAllSessions } from "./actions";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const member = await requireMember();
  const apps = await listApps(member);
  const services = new Map(apps.map((app) => [app.serviceId, { name: app.serviceName, sandbox: app.sandbox }]));
  return (
    <Shell
      member={{ name: member.name, email: member.email, role: member.role }}
      services={[...services.values()]}
      onSignOutEverywhere={endAllSessions}
    >
      {children}
    </Shell>
  );
}
