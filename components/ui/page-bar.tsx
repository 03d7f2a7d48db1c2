"use client";

import { useLayoutEffect, type ComponentProps } from "react";

/**
 * What a page keeps at the lower edge of the window. The page knows of it while it is there:
 * notices appear above it (`--bar`).
 */
export function PageBar(props: ComponentProps<"div">) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset["barred"] = "";
    return () => {
      delete dataset["barred"];
    };
  }, []);
  return <div data-bar {...props} />;
}
