"use client";

import { useRouter } from "next/navigation";
import { steeringNews } from "@/components/facts/steering-news";
import { useCall } from "@/components/form/use-call";
import type { SteeringCalls } from "./steering-entries";

/** Returns what pauses or resumes a campaign from any page, and refreshes that page. */
export function useSteer(calls: SteeringCalls): (kind: keyof SteeringCalls, id: string) => void {
  const router = useRouter();
  const { run } = useCall();
  return (kind, id) =>
    run(() => calls[kind]({ id }), steeringNews[kind], { done: () => router.refresh() });
}
