"use client";

import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { buttonClass, type ButtonVariant } from "./button";
import { cn } from "./cn";
import { Tooltip } from "./overlay/tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  icon: LucideIcon;
  /** Its name: read aloud, and shown on hover and focus. */
  label: string;
  variant?: ButtonVariant;
  size?: "sm" | "md";
  tooltipSide?: "top" | "right" | "bottom" | "left";
}

/** A button that is one icon. Never smaller than 28 px. */
export function IconButton({
  icon: Icon,
  label,
  variant = "ghost",
  size = "md",
  tooltipSide = "top",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} side={tooltipSide}>
      <button
        type="button"
        aria-label={label}
        className={cn(
          buttonClass(variant, size),
          size === "sm" ? "size-7 px-0" : "size-8.5 px-0",
          className,
        )}
        {...rest}
      >
        <Icon aria-hidden />
      </button>
    </Tooltip>
  );
}
