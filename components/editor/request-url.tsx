"use client";

import { UrlField } from "@/components/form/text-field";
import type { PushRequestInput } from "@/lib/interface/request";
import type { RequestTextProps } from "./request-text";

/** An address in the request. */
export function RequestUrl(field: Omit<RequestTextProps, "prose">) {
  return <UrlField<PushRequestInput> {...field} />;
}
