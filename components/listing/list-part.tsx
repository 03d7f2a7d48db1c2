import type { ReactNode } from "react";
import type { PageOf } from "@/lib/verb/page-of";
import type { Noun } from "./count-text";
import type { ListAddress } from "./list-address";
import { NothingHere } from "./list-page";
import { Paging } from "./paging";

interface ListPartProps {
  address: ListAddress;
  page: PageOf<unknown>;
  noun: Noun;
  /** Rows of the whole list, where it is known from elsewhere how many there are. */
  exactly?: number | undefined;
  /** Why there is nothing, where there is nothing. */
  empty: string;
  /** The table. */
  children: ReactNode;
}

/** A list on a page that shows more: the table or why it is empty, and the ways to its other pages. */
export function ListPart({ address, page, noun, exactly, empty, children }: ListPartProps) {
  if (page.rows.length === 0)
    return address.after !== undefined || address.before !== undefined ? (
      <NothingHere address={address} />
    ) : (
      <p className="px-4 py-10 text-center text-ink-muted">{empty}</p>
    );
  return (
    <>
      {children}
      <Paging address={address} page={page} noun={noun} exactly={exactly} />
    </>
  );
}
