"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { withQuery } from "@/components/listing/with-query";
import { useSameService } from "@/components/shell/same-service";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { CampaignState } from "@/lib/results/campaign-list";
import { campaignLooks } from "./campaign-looks";

interface CampaignFiltersProps {
  state: CampaignState | undefined;
  text: string | undefined;
}

const states = Object.keys(campaignLooks) as CampaignState[];
const typingMs = 250;

/** State and name. They live in the address, so that a filtered list can be kept and shared. */
export function CampaignFilters({ state, text }: CampaignFiltersProps) {
  const router = useRouter();
  const sameService = useSameService();
  const [pending, start] = useTransition();
  const [typed, setTyped] = useState(text ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const go = (query: { state: string | undefined; q: string | undefined }) =>
    start(() =>
      router.replace(
        sameService(withQuery("/campaigns", { state: query.state === "all" ? undefined : query.state, q: query.q || undefined })),
      ),
    );
  return (
    <div className={cn("flex flex-wrap items-center gap-2 transition-opacity", pending && "opacity-60")}>
      <div className="-mx-1 max-w-full overflow-x-auto px-1">
        <SegmentedControl
          label="State"
          size="sm"
          value={state ?? "all"}
          onValueChange={(next) => go({ state: next, q: typed })}
          options={[{ value: "all", label: "All" }, ...states.map((value) => ({ value, label: campaignLooks[value].label }))]}
        />
      </div>
      <div className="relative w-56 max-sm:w-full">
        <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-faint" />
        <Input
          type="search"
          aria-label="Find by name"
          placeholder="Find by name"
          className="h-8 pl-8 text-sm"
          value={typed}
          onChange={(event) => {
            const next = event.target.value;
            setTyped(next);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => go({ state, q: next }), typingMs);
          }}
        />
      </div>
    </div>
  );
}
