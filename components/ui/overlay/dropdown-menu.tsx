"use client";

import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../cn";

const itemClass =
  "flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm text-ink outline-none select-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint";

interface DropdownMenuProps {
  /** One button; it gets the menu's roles. */
  trigger: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
}

/** Things to do, behind a button. */
export function DropdownMenu({
  trigger,
  side = "bottom",
  align = "end",
  className,
  children,
}: DropdownMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            "z-50 min-w-48 animate-rise rounded-lg border border-line bg-raised p-1 shadow-high",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  /** At the right end: a key, a hint. */
  trailing?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is off, say. */
  title?: string | undefined;
  onSelect?: () => void;
  /** The only child is a link that takes the item's place. */
  asChild?: boolean;
  children: ReactNode;
}

/** One thing to do. */
export function MenuItem({
  icon,
  trailing,
  danger = false,
  disabled = false,
  title,
  onSelect,
  asChild = false,
  children,
}: MenuItemProps) {
  return (
    <Radix.Item
      asChild={asChild}
      disabled={disabled}
      title={title}
      className={cn(itemClass, danger && "text-red-fg [&_svg]:text-red-fg")}
      {...(onSelect ? { onSelect } : {})}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          <span className="min-w-0 flex-1 truncate">{children}</span>
          {trailing}
        </>
      )}
    </Radix.Item>
  );
}

interface MenuChoiceProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
}

/** One of a few, inside a menu. */
export function MenuChoice({ label, value, onValueChange, options }: MenuChoiceProps) {
  return (
    <Radix.Group>
      <MenuLabel>{label}</MenuLabel>
      <Radix.RadioGroup value={value} onValueChange={onValueChange} aria-label={label}>
        {options.map((option) => (
          <Radix.RadioItem key={option.value} value={option.value} className={itemClass}>
            {option.icon}
            <span className="flex-1">{option.label}</span>
            <Radix.ItemIndicator>
              <Check aria-hidden className="text-accent-deep!" />
            </Radix.ItemIndicator>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </Radix.Group>
  );
}

/** A quiet heading inside a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <Radix.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-faint">
      {children}
    </Radix.Label>
  );
}

/** A line between groups. */
export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
