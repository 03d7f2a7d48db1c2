import { KeyRound } from "lucide-react";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { requireMember } from "@/lib/auth/session";
import { paths } from "@/lib/inputs/paths";
import { Frame } from "./frame";
import { ownServices } from "./in-service";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { installationOwner } = await requireMember();
  const services = await ownServices();
  if (services.length === 0 && installationOwner) redirect(paths.firstService());
  return (
    <Frame>
      {services.length > 0 ? (
        children
      ) : (
        <EmptyState alone picture={<KeyRound />} title="You are in no service yet">
          Ask an owner of your team’s service to invite you.
        </EmptyState>
      )}
    </Frame>
  );
}
