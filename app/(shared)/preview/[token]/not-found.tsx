import { Link2Off } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState alone picture={<Link2Off />} title="This link has expired or was revoked">
        Ask the sender for a new one.
      </EmptyState>
    </main>
  );
}
