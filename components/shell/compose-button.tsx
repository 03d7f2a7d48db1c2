import { PenLine } from "lucide-react";
import { LinkButton } from "@/components/shell/link-button";
import { paths } from "@/lib/inputs/paths";

/** The way to a new message. */
export function ComposeButton({ label = "Compose" }: { label?: string }) {
  return (
    <LinkButton variant="primary" icon={PenLine} href={paths.compose()}>
      {label}
    </LinkButton>
  );
}
