import type { ReactNode } from "react";
import { LinkButton } from "@/components/shell/link-button";
import type { PageOf } from "@/lib/verb/page-of";
import type { Noun } from "./count-text";
import type { ListAddress } from "./list-address";
import { NothingHere } from "./list-page";
import { Paging } from "./paging";

interface ListPartProps {
  address: ListAddress;
  page: PageOf<unknown>;
  noun: Noun;
  /** Rows of the whole list, where the caller has counted them. */
  exactly?: number | undefined;
  /** Why there is nothing, where there is nothing. */
  empty: string;
  /** The list without its filters: the way out where nothing fits them. */
  clear?: string | undefined;
  /** The table. */
  children: ReactNode;
}

/**
 * A list on a page that shows more: the table or why it is empty, and the ways to its other pages.
 */
export function ListPart({ address, page, noun, exactly, empty, clear, children }: ListPartProps) {
  if (page.rows.length === 0)
    return address.after !== undefined || address.before !== undefined ? (
      <NothingHere address={address} />
    ) : (
      <div className="px-4 py-10 text-center text-ink-muted">
        <p>{empty}</p>
        {clear !== undefined && (
          <LinkButton size="sm" className="mt-3" href={clear}>
            Clear filters
          </LinkButton>
        )}
      </div>
    );
  return (
    <>
      {children}
      <Paging address={address} page={page} noun={noun} exactly={exactly} />
    </>
  );
}
