"use client";

import { parseJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { hasPlaceholder } from "@/lib/plan/own-values";
import { useMessageDocument } from "../content-context";
import { useExamined } from "../examined/examined";

/**
 * What a test of the composed message sends: texts that take values are tested with those that are
 * drawn.
 */
export function useTestMessage(): () => PushRequestInput {
  const document = useMessageDocument();
  const { body } = useExamined();
  return () => {
    const { request } = document.get().content;
    const isFilled = request.message === undefined && hasPlaceholder(request.channels);
    return isFilled
      ? { ...request, channels: (parseJson(body) as PushRequestInput).channels }
      : request;
  };
}
