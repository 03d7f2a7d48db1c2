import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { cn } from "@/components/ui/cn";
import { hrefIn, reversed, type ListAddress } from "./list-address";

interface SortLinkProps {
  address: ListAddress;
  /** The sort of the first click. */
  sort: string;
  /** The list is sorted by this column. */
  present: boolean;
  children: ReactNode;
}

/** A heading that sorts the list by its column, and then the other way round. */
export function SortLink({ address, sort, present, children }: SortLinkProps) {
  const Arrow = !present ? ChevronsUpDown : address.sort.startsWith("-") ? ArrowDown : ArrowUp;
  return (
    <SameServiceLink
      href={hrefIn(address, { sort: present ? reversed(address.sort) : sort })}
      replace
      scroll={false}
      className={cn(
        "inline-flex h-6 items-center gap-1 rounded-sm transition-colors hover:text-ink",
        present && "text-ink",
      )}
    >
      {children}
      <Arrow aria-hidden className={cn("size-3.5", !present && "opacity-60")} />
    </SameServiceLink>
  );
}
