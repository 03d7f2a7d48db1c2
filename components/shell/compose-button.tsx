import { PenLine } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SameServiceLink } from "./same-service";

/** The way to a new message. */
export function ComposeButton({ label = "Compose" }: { label?: string }) {
  return (
    <Button asChild variant="primary">
      <SameServiceLink href="/compose">
        <PenLine aria-hidden />
        {label}
      </SameServiceLink>
    </Button>
  );
}
