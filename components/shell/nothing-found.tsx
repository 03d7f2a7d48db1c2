import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/shell/link-button";
import { EmptyState } from "@/components/ui/empty-state";

interface NothingFoundProps {
  title: string;
  /** The list that it would be in. */
  list: { href: string; name: string };
  children: ReactNode;
}

/** In the place of one thing that is not there, or not the member's; both look the same. */
export function NothingFound({ title, list, children }: NothingFoundProps) {
  return (
    <EmptyState
      alone
      picture={<SearchX />}
      title={title}
      action={<LinkButton href={list.href}>{list.name}</LinkButton>}
    >
      {children}
    </EmptyState>
  );
}
