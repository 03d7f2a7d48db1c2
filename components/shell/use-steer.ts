"use client";

import { useRouter } from "next/navigation";
import { useCall } from "@/components/form/use-call";
import type { SteeringCalls } from "./steering-entries";

const done = {
  pause: "Paused. Nothing is sent until it is resumed.",
  resume: "Resumed. What is left is sent now.",
};

/** Returns what pauses or resumes a campaign from any page, and refreshes that page. */
export function useSteer(calls: SteeringCalls): (kind: keyof SteeringCalls, id: string) => void {
  const router = useRouter();
  const { run } = useCall();
  return (kind, id) => run(() => calls[kind]({ id }), done[kind], { done: () => router.refresh() });
}
