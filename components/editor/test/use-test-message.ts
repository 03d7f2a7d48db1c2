"use client";

import { useCallback } from "react";
import { useFormContext } from "react-hook-form";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { useExamined } from "../examined/examined";

/** What a test of the composed message sends: texts that take values of a list are tested with those that are drawn. */
export function useTestMessage(): () => PushRequestInput {
  const { getValues } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { body, drawnFor } = useExamined();
  return useCallback(() => {
    const form = getValues();
    const isFilled = drawnFor !== undefined && form.message === undefined;
    return isFilled ? { ...form, channels: (parseJson(body) as PushRequestInput).channels } : form;
  }, [getValues, body, drawnFor]);
}
