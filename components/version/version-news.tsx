"use client";

import { useEffect, useSyncExternalStore } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { updated } from "@/lib/inputs/answer";
import {
  isSaidNearer,
  loadAgain,
  onVersionChange,
  sayNearer,
  useOtherVersion,
  watchVersion,
} from "./page-version";

const no = () => false;

/**
 * Says within a form, or in place of a page, that this page is of another version than the server,
 * and offers to load it again.
 */
export function VersionBanner() {
  useEffect(sayNearer, []);
  return <Notice />;
}

function Notice({ className }: { className?: string }) {
  return (
    <Banner
      kind="warning"
      announce
      title={updated}
      {...(className !== undefined && { className })}
      actions={
        <Button size="sm" variant="primary" onClick={loadAgain}>
          Load again
        </Button>
      }
    >
      This page is of another version. Load it again to go on. What you typed stays, except
      passwords, keys and lists of recipients.
    </Banner>
  );
}

/**
 * Says so above every page, once the server answers in another version, unless a {@link
 * VersionBanner} does.
 */
export function VersionNews() {
  useEffect(watchVersion, []);
  const isOther = useOtherVersion();
  const isSaid = useSyncExternalStore(onVersionChange, isSaidNearer, no);
  if (!isOther || isSaid) return null;
  return (
    <div className="sticky top-13 z-30 px-4 pt-3 md:top-0">
      <Notice className="shadow-high" />
    </div>
  );
}
