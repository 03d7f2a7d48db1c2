"use client";

import { Ban } from "lucide-react";
import { RadioGroup } from "radix-ui";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/overlay/tooltip";
import { Code } from "@/components/ui/verbatim";
import { choices } from "@/lib/compose/buttons";
import { captionOf, identifiersOf, isCategory, type Category } from "@/lib/interface/categories";
import { buttonsPath } from "./button-fields";

interface CategoryPickerProps {
  /** Undefined: something that is none of them. */
  value: Category | "none" | undefined;
  onChoose: (category: Category | undefined) => void;
  /** Called when the choice is final: on a press, not on each step with the arrow keys. */
  onDone: () => void;
}

const groups = [
  { title: "Two buttons", of: choices.filter(({ captions }) => captions.length === 2) },
  { title: "One button", of: choices.filter(({ captions }) => captions.length === 1) },
];

/** The 17 categories as their buttons look. */
export function CategoryPicker({ value, onChoose, onDone }: CategoryPickerProps) {
  return (
    <div className="space-y-4">
      <RadioGroup.Root
        aria-label="Buttons"
        data-path={`${buttonsPath}.category`}
        value={value ?? ""}
        onValueChange={(next) => onChoose(isCategory(next) ? next : undefined)}
        className="space-y-4"
      >
        <Option value="none" label="No buttons">
          <span className="inline-flex items-center gap-2 text-sm text-ink-muted">
            <Ban aria-hidden className="size-4" />
            No buttons
          </span>
        </Option>
        {groups.map(({ title, of }) => (
          <div key={title}>
            <p aria-hidden className="mb-1.5 text-xs font-medium text-ink-faint">
              {title}
            </p>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12.5rem),1fr))] gap-2">
              {of.map(({ category, captions }) => (
                <Tooltip key={category} content={<Code>{category}</Code>}>
                  <Option value={category} label={captions.join(" and ")} onDone={onDone}>
                    <Captions captions={captions} />
                  </Option>
                </Tooltip>
              ))}
            </div>
          </div>
        ))}
      </RadioGroup.Root>
      {value !== undefined && value !== "none" && (
        <Button size="sm" onClick={onDone}>
          Keep {identifiersOf(value).map(captionOf).join(" and ")}
        </Button>
      )}
    </div>
  );
}

/** The category that was chosen, and the ways to another one and to none. */
export function ChosenCategory({
  category,
  onChange,
  onRemove,
}: {
  category: Category;
  onChange: () => void;
  onRemove: () => void;
}) {
  const captions = identifiersOf(category).map(captionOf);
  return (
    <div
      data-path={`${buttonsPath}.category`}
      className="flex flex-wrap items-center gap-x-2 gap-y-2.5 rounded-lg border border-line px-3 py-2.5"
    >
      <span className="sr-only">Chosen: {captions.join(" and ")}</span>
      <div className="min-w-40 flex-1 max-sm:basis-full">
        <Captions captions={captions} />
      </div>
      <Tooltip content={<Code>{category}</Code>}>
        <Button size="sm" onClick={onChange}>
          Change buttons
        </Button>
      </Tooltip>
      <Button size="sm" variant="ghost" onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

function Captions({ captions }: { captions: readonly string[] }) {
  return (
    <span aria-hidden className="flex w-full gap-1.5">
      {captions.map((caption) => (
        <span
          key={caption}
          className="min-w-0 flex-auto truncate rounded-md bg-sunken px-1 py-1 text-center text-sm font-medium"
        >
          {caption}
        </span>
      ))}
    </span>
  );
}

interface OptionProps {
  value: string;
  label: string;
  onDone?: () => void;
  /** The tooltip's, and not the radio's own. */
  "data-state"?: string;
  children: ReactNode;
}

function Option({ value, label, onDone, children, ...optionProps }: OptionProps) {
  const { "data-state": _ofTooltip, ...fromTooltip } = optionProps;
  return (
    <RadioGroup.Item
      {...fromTooltip}
      value={value}
      aria-label={label}
      onClick={(event: MouseEvent) => {
        // The arrow keys click as well, without a pointer.
        if (event.detail > 0) onDone?.();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Enter") onDone?.();
      }}
      className="flex min-h-10 w-full min-w-0 flex-col items-start justify-center gap-1.5 rounded-lg border border-line px-2.5 py-2 text-left transition-colors hover:border-line-strong hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft data-[state=checked]:ring-1 data-[state=checked]:ring-accent"
    >
      {children}
    </RadioGroup.Item>
  );
}
