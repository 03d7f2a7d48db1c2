import { FlaskConical, Server } from "lucide-react";
import { cn } from "@/components/ui/cn";

export interface ServiceOf {
  name: string;
  sandbox: boolean;
}

/** Which service this is, and whether what is sent stays on this machine. */
export function ServiceMark({ services, compact = false }: { services: readonly ServiceOf[]; compact?: boolean }) {
  const live = services.filter((service) => !service.sandbox);
  const sandbox = live.length === 0;
  const first = live[0] ?? services[0];
  if (!first) return null;
  const Icon = sandbox ? FlaskConical : Server;
  const more = live.length > 1 ? ` and ${live.length - 1} more` : "";
  if (compact)
    return (
      <span className="inline-flex h-6 items-center gap-1.5 rounded-full border border-line bg-surface px-2 text-xs text-ink-muted">
        <Icon aria-hidden className={cn("size-3.5", sandbox && "text-accent-deep")} />
        <span className="max-w-28 truncate">{sandbox ? "Sandbox" : `${first.name}${more}`}</span>
      </span>
    );
  return (
    <div className="flex items-start gap-2.5 rounded-md border border-line bg-surface px-2.5 py-2">
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", sandbox ? "text-accent-deep" : "text-ink-faint")} />
      <p className="min-w-0">
        <span className="block truncate text-sm leading-5 font-medium">
          {first.name}
          {more}
        </span>
        <span className="block text-xs text-ink-faint">{sandbox ? "Simulated devices only" : "Reaches real devices"}</span>
      </p>
    </div>
  );
}
