import { ChevronDown } from "lucide-react";
import { useId, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface FoldProps {
  open: boolean;
  onOpen: (open: boolean) => void;
  /** What it is, in a line that opens it. */
  line: ReactNode;
  /** Nothing while it is closed. */
  children: ReactNode;
}

/** A line of a list that opens into its fields. */
export function Fold({ open, onOpen, line, children }: FoldProps) {
  const id = useId();
  return (
    <li className="py-1">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
        className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hover"
      >
        {line}
        <ChevronDown
          aria-hidden
          className={cn(
            "size-4 shrink-0 text-ink-faint transition-transform",
            open && "rotate-180",
          )}
        />
      </button>
      <div id={id} hidden={!open} className="space-y-4 px-2 pt-3 pb-4">
        {children}
      </div>
    </li>
  );
}
