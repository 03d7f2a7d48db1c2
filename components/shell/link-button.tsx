import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { buttonClass, type ButtonSize, type ButtonVariant } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SameServiceLink } from "./same-service";

interface LinkButtonProps extends ComponentProps<typeof SameServiceLink> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
}

/** A link to a page that looks at the same service, with the look of a button. */
export function LinkButton({ variant, size, icon: Icon, className, children, ...link }: LinkButtonProps) {
  return (
    <SameServiceLink className={cn(buttonClass(variant, size), className)} {...link}>
      {Icon && <Icon aria-hidden />}
      {children}
    </SameServiceLink>
  );
}
