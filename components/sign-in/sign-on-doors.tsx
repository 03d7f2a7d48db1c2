import { KeyRound } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Verbatim } from "@/components/ui/verbatim";

/** A way to sign in by another's account. */
export interface SignOnDoor {
  id: string;
  name: string;
}

/** Where a browser goes to sign in by a connection. `next`: a path of this site to go on to. */
export function doorHref(id: string, next: string, email = ""): string {
  return `/api/sign-on/${id}/start?${new URLSearchParams({ next, ...(email !== "" && { email }) })}`;
}

/** The ways to sign in other than by password, a button each. Nothing where there is none. */
export function SignOnDoors({ doors, next }: { doors: readonly SignOnDoor[]; next: string }) {
  if (doors.length === 0) return null;
  return (
    <div className="mt-5 space-y-3">
      <p className="flex items-center gap-3 text-xs text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {doors.map(({ id, name }) => (
        // The page is left for another site's, which the router must not fetch ahead.
        <a
          key={id}
          href={doorHref(id, next)}
          className={cn(buttonClass("secondary", "lg"), "w-full")}
        >
          <KeyRound aria-hidden className="text-ink-faint" />
          <span className="foreign min-w-0 truncate">
            Continue with <Verbatim>{name}</Verbatim>
          </span>
        </a>
      ))}
    </div>
  );
}
