"use client";

import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Problem } from "@/lib/interface/problem";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";

/** What the service said of the last try. It holds until something is changed. */
export function useRefused(form: UseFormReturn<PushRequestInput, unknown, PushRequest>, forgetFailure: () => void) {
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  useEffect(() => {
    const changed = () => {
      setRefused((now) => (now.length === 0 ? now : []));
      forgetFailure();
    };
    return form.subscribe({ formState: { values: true }, callback: changed });
  }, [form, forgetFailure]);
  return { refused, setRefused };
}
