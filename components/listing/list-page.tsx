import type { ReactNode } from "react";
import { LinkButton } from "@/components/shell/link-button";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { PageOf } from "@/lib/verb/page-of";
import type { Noun } from "./count-text";
import { hrefIn, isFiltered, type ListAddress } from "./list-address";
import { Paging } from "./paging";

interface ListPageProps {
  title: string;
  description?: ReactNode;
  /** Above the title: the way back. */
  trail?: ReactNode;
  /** To the right of the title. */
  actions?: ReactNode;
  /** Between the title and the list. */
  above?: ReactNode;
  filters?: ReactNode;
  /** Top of the card, for a page that shows more than the list. */
  header?: ReactNode;
  /** False where the other pages of its room are narrow: the title stays where it is. */
  wide?: boolean;
  address: ListAddress;
  page: PageOf<unknown>;
  noun: Noun;
  picture: ReactNode;
  /** Where there is nothing yet: what to do about it. */
  empty: { title: string; text: ReactNode; action?: ReactNode };
  /** Where one of its tabs has nothing, and nothing else narrows it. */
  emptyTab?: string | undefined;
  /** The table. */
  children: ReactNode;
}

/**
 * A page that is a list: filters, the table or why it is empty, and the ways to its other pages.
 */
export function ListPage({
  title,
  description,
  trail,
  actions,
  above,
  filters,
  header,
  wide = true,
  children,
  ...list
}: ListPageProps) {
  const { page } = list;
  return (
    <Page title={title} description={description} trail={trail} wide={wide} actions={actions}>
      {above}
      {filters && <div className="mb-3">{filters}</div>}
      <Card aria-label={title} className={above ? "mt-12" : ""}>
        {header}
        {page.rows.length === 0 ? (
          <Nothing {...list} />
        ) : (
          <>
            {children}
            <Paging address={list.address} page={page} noun={list.noun} />
          </>
        )}
      </Card>
    </Page>
  );
}

function Nothing({
  address,
  noun,
  picture,
  empty,
  emptyTab,
}: Pick<ListPageProps, "address" | "noun" | "picture" | "empty" | "emptyTab">) {
  if (address.after !== undefined || address.before !== undefined)
    return <NothingHere address={address} picture={picture} />;
  if (emptyTab !== undefined) {
    const all = hrefIn({ ...address, filter: {} });
    return (
      <EmptyState
        picture={picture}
        title={emptyTab}
        action={<LinkButton href={all}>{`All ${noun.many}`}</LinkButton>}
      />
    );
  }
  if (isFiltered(address))
    return (
      <EmptyState
        picture={picture}
        title={`No matching ${noun.many}`}
        action={<LinkButton href={hrefIn({ ...address, filter: {} })}>Clear filters</LinkButton>}
      >
        Try another filter.
      </EmptyState>
    );
  return (
    <EmptyState picture={picture} title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  );
}

/** Where a page beyond the first has no rows any longer. */
export function NothingHere({ address, picture }: { address: ListAddress; picture?: ReactNode }) {
  return (
    <EmptyState
      picture={picture}
      title="Nothing on this page"
      action={<LinkButton href={hrefIn(address)}>Back to the first page</LinkButton>}
    >
      These entries have moved or were removed.
    </EmptyState>
  );
}
