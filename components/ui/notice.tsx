"use client";

import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { sentence } from "./sentence";

/** What is wrong or odd about a control, for the lines below it. */
export interface Notice {
  /** An error is announced at once by screen readers, a warning when they rest. */
  tone: "error" | "warning";
  text: ReactNode;
  /** What can be done about it: buttons, a disclosure. */
  remedy?: ReactNode;
}

/** The id of a notice, for `aria-describedby` of what it is about. */
export function noticeIds(id: string, notices: readonly Notice[]): string[] {
  return notices.map((_, index) => `${id}-notice-${index}`);
}

/** Notices below the control that they are about, each on a line of its own. */
export function Notices({ id, notices }: { id: string; notices: readonly Notice[] }) {
  return notices.map(({ tone, text, remedy }, index) => {
    const isError = tone === "error";
    const Icon = isError ? CircleAlert : TriangleAlert;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a notice has no identity but its place
      <div key={index} className="text-xs not-first:mt-1">
        <p
          id={`${id}-notice-${index}`}
          role={isError ? "alert" : "status"}
          className={`flex gap-1.5 ${isError ? "text-red-fg" : "text-amber-fg"}`}
        >
          <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="foreign">{sentence(text)}</span>
        </p>
        {remedy && <div className="pl-5">{remedy}</div>}
      </div>
    );
  });
}
