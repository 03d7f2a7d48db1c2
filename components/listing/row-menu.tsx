"use client";

import { Ellipsis, type LucideIcon } from "lucide-react";
import { Fragment, useState, type ReactNode } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { useFocusBack } from "@/components/ui/browser/focus-back";
import { IconButton } from "@/components/ui/icon-button";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/overlay/dropdown-menu";

interface CommonItem {
  icon: LucideIcon;
  label: string;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled. */
  title?: string | undefined;
  /** Begins a group: a line goes before it. */
  apart?: boolean;
}

/** An entry that leads to a page. */
export interface LinkItem extends CommonItem {
  href: string;
}

/** An entry of a menu: a link, a call, or a question or form in a dialog. */
export type RowItem<Ask> =
  | LinkItem
  | (CommonItem & { onSelect: () => void })
  | (CommonItem & { ask: Ask });

interface RowMenuProps<Ask> {
  /** Accessible name of the button. */
  label: string;
  /** False stands for an entry that is not offered. */
  items: readonly (RowItem<Ask> | false | undefined)[];
  /** Returns the dialogs of the entries, by the one that is open. */
  ask?: (asking: Ask | undefined, close: () => void) => ReactNode;
  /** An entry's call is under way. */
  pending?: boolean;
  size?: "sm" | "md";
}

/** What can be done to one thing, behind a button; with the dialogs that ask first. */
export function RowMenu<Ask = never>({
  label,
  items,
  ask,
  pending = false,
  size = "sm",
}: RowMenuProps<Ask>) {
  const [asking, setAsking] = useState<{ what: Ask }>();
  const opener = useFocusBack(pending);
  // A dialog that was left while it saves closes itself when it is done, and no other one.
  const close = () => setAsking((now) => (now === asking ? undefined : now));
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton ref={opener} icon={Ellipsis} label={label} size={size} disabled={pending} />
        }
      >
        {items.map(
          (item) =>
            item && (
              <Fragment key={item.label}>
                {item.apart === true && <MenuSeparator />}
                <Entry item={item} onAsk={(what) => setAsking({ what })} />
              </Fragment>
            ),
        )}
      </DropdownMenu>
      {ask?.(asking?.what, close)}
    </>
  );
}

function Entry<Ask>({ item, onAsk }: { item: RowItem<Ask>; onAsk: (what: Ask) => void }) {
  const { icon: Icon, label, danger = false, disabled = false, title } = item;
  if ("href" in item)
    return (
      <MenuItem asChild>
        <SameServiceLink href={item.href}>
          <Icon aria-hidden />
          {label}
        </SameServiceLink>
      </MenuItem>
    );
  return (
    <MenuItem
      icon={<Icon aria-hidden />}
      danger={danger}
      disabled={disabled}
      title={title}
      onSelect={"ask" in item ? () => onAsk(item.ask) : item.onSelect}
    >
      {label}
    </MenuItem>
  );
}
