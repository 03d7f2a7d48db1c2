import { PenLine } from "lucide-react";
import { LinkButton } from "@/components/shell/link-button";

/** The way to a new message. */
export function ComposeButton({ label = "Compose" }: { label?: string }) {
  return (
    <LinkButton variant="primary" icon={PenLine} href="/compose">
      {label}
    </LinkButton>
  );
}
