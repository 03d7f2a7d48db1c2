import { FlaskConical, Server } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Verbatim } from "@/components/ui/verbatim";
import type { OwnService } from "@/lib/directory/service/list";

/** The picture of a service: a flask for a sandbox. */
export function ServiceIcon({ sandbox, className }: { sandbox: boolean; className?: string }) {
  const Icon = sandbox ? FlaskConical : Server;
  return (
    <Icon
      aria-hidden
      className={cn("size-4 shrink-0", sandbox ? "text-accent-deep!" : "text-ink-faint", className)}
    />
  );
}

/** What stands in the frame of {@link ServiceMark}. */
export function serviceMarkClass(compact: boolean): string {
  return compact
    ? "inline-flex h-6 items-center gap-1.5 rounded-full border border-line bg-surface px-2 text-xs text-ink-muted"
    : "flex w-full items-start gap-2.5 rounded-md border border-line bg-surface px-2.5 py-2 text-left";
}

/** Which service this is, and whether what is sent stays on this machine. */
export function ServiceMark({
  service,
  compact = false,
}: {
  service: OwnService;
  compact?: boolean;
}) {
  return (
    // Only to be read: with a frame it would look like something to press.
    <div className={cn(serviceMarkClass(compact), "border-transparent bg-transparent")}>
      <ServiceFacts service={service} compact={compact} />
    </div>
  );
}

/** The inside of the mark. Next to others of its kind it says more: what one is in it. */
export function ServiceFacts({
  service,
  role,
  compact,
}: {
  service: OwnService;
  role?: string;
  compact: boolean;
}) {
  const { name, sandbox } = service;
  const reach = sandbox ? "Simulated devices only" : "Reaches real devices";
  if (compact)
    return (
      <>
        <ServiceIcon sandbox={sandbox} className="size-3.5" />
        <Verbatim className="max-w-28 truncate">{name}</Verbatim>
        {role !== undefined && <span className="sr-only">, {role}</span>}
      </>
    );
  return (
    <>
      <ServiceIcon sandbox={sandbox} className="mt-0.5" />
      <span className="min-w-0 flex-1">
        <Verbatim className="block truncate text-sm leading-5 font-medium">{name}</Verbatim>
        <span className="block text-xs text-ink-faint">
          {role === undefined ? reach : `${role} · ${reach.toLowerCase()}`}
        </span>
      </span>
    </>
  );
}
