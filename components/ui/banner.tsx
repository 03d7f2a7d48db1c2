import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { sentence } from "./sentence";

const looks = {
  info: { icon: Info, box: "border-blue-solid/25 bg-blue-soft", mark: "text-blue-fg" },
  success: { icon: CircleCheck, box: "border-green-solid/25 bg-green-soft", mark: "text-green-fg" },
  warning: {
    icon: TriangleAlert,
    box: "border-amber-solid/35 bg-amber-soft",
    mark: "text-amber-fg",
  },
  danger: { icon: CircleAlert, box: "border-red-solid/25 bg-red-soft", mark: "text-red-fg" },
};

interface BannerProps {
  kind?: keyof typeof looks;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Read out at once: for what has just happened. */
  announce?: boolean;
  className?: string;
}

/** News that concerns the whole page. */
export function Banner({
  kind = "info",
  title,
  children,
  actions,
  announce = false,
  className,
}: BannerProps) {
  const { icon: Icon, box, mark } = looks[kind];
  return (
    <div
      role={announce ? "alert" : undefined}
      className={cn(
        "flex flex-wrap items-start gap-x-3 gap-y-2.5 rounded-lg border px-4 py-3",
        box,
        className,
      )}
    >
      <Icon aria-hidden className={cn("mt-0.5 size-4.5 shrink-0", mark)} />
      <div className="min-w-0 flex-1 basis-48 text-base">
        {title && <p className="font-medium">{sentence(title)}</p>}
        {children && <div className="foreign text-ink-muted">{sentence(children)}</div>}
      </div>
      {actions && <div className="flex shrink-0 gap-2 max-sm:pl-7.5">{actions}</div>}
    </div>
  );
}
