import { LoaderCircle, type LucideIcon } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-primary text-on-primary shadow-low hover:bg-primary-hover",
  secondary: "border border-line-strong bg-surface text-ink shadow-low hover:bg-hover",
  ghost: "text-ink-muted hover:bg-hover hover:text-ink",
  danger:
    "bg-red-solid text-white shadow-low hover:brightness-110 dark:bg-red-soft dark:text-red-fg",
};
const sizes: Record<ButtonSize, string> = {
  sm: "h-7 gap-1.5 px-2.5 text-xs [&_svg]:size-3.5",
  md: "h-8.5 gap-2 px-3.5 text-sm [&_svg]:size-4",
  lg: "h-10 gap-2 px-4.5 text-base [&_svg]:size-4",
};

/** The look of a button, for a link that is one. */
export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "md"): string {
  return cn(
    "inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors select-none",
    "disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
  );
}

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** In front of the words. */
  icon?: LucideIcon;
  /** Shows a spinner, keeps the width, says "busy" and takes no clicks. */
  loading?: boolean;
  /** Gives the look to the only child (a link, say) in place of a `button`. */
  asChild?: boolean;
}

/** A button. `type` is "button" by default. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    icon: Icon,
    loading = false,
    asChild = false,
    className,
    children,
    disabled,
    ...rest
  } = props;
  const look = cn(buttonClass(variant, size), className);
  if (asChild)
    return (
      <Slot.Root className={look} {...rest}>
        {children}
      </Slot.Root>
    );
  return (
    <button
      type="button"
      className={cn(look, loading && "relative")}
      disabled={disabled === true || loading}
      aria-busy={loading}
      {...rest}
    >
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <LoaderCircle aria-hidden className="animate-spin" />
        </span>
      )}
      <span className={cn("inline-flex items-center gap-[inherit]", loading && "opacity-0")}>
        {Icon && <Icon aria-hidden />}
        {children}
      </span>
    </button>
  );
}
