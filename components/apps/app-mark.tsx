"use client";

import { AppIcon } from "@/components/preview/app-icon";
import { cn } from "@/components/ui/cn";
import "@/components/preview/parts.css";

/** An app's icon as previews draw it, for lists and forms. Decoration. */
export function AppMark({
  name,
  url,
  className,
}: {
  name: string;
  url?: string | undefined;
  className?: string;
}) {
  return (
    <AppIcon
      name={name}
      {...(url !== undefined && { url })}
      className={cn("size-9 rounded-lg text-sm", className)}
    />
  );
}
