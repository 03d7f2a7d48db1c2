import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { EmptyState } from "@/components/ui/empty-state";
import { requireMember } from "@/lib/auth/session";
import { endAllSessions, findNamed } from "./actions";
import { ownServices } from "./in-service";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { name, email, installationOwner } = await requireMember();
  const services = await ownServices();
  return (
    <Shell member={{ name, email, installationOwner }} services={services} onFind={findNamed} onSignOutEverywhere={endAllSessions}>
      {services.length > 0 ? (
        children
      ) : (
        <EmptyState picture={<KeyRound />} title={installationOwner ? "There is no service yet" : "You are in no service yet"}>
          {installationOwner
            ? "A service has the apps, devices and messages of one team. The sandbox is one: it is made when Clarion starts on empty data."
            : "Ask an owner of your team’s service to give you a role in it."}
        </EmptyState>
      )}
    </Shell>
  );
}
