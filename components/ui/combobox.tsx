/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- no tag has a list that is searched by typing; the field keeps the keys */
"use client";

import { Popover as Radix } from "radix-ui";
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { cn } from "./cn";
import { Input } from "./input";

/** One of those that can be chosen. */
export interface ComboboxOption {
  value: string;
  /** What it is called. */
  label: ReactNode;
  /** What distinguishes it from others, after its name. */
  aside?: ReactNode;
}

interface ComboboxProps extends Omit<
  ComponentProps<typeof Input>,
  "role" | "list" | "value" | "onChange" | "onSelect"
> {
  value: string;
  /** The value of the option that is chosen now, where the text is not that value. */
  chosen?: string | undefined;
  onChange: (text: string) => void;
  /** Those that fit what is written. */
  options: readonly ComboboxOption[];
  onChoose: (value: string) => void;
  /** Of the list, read aloud. */
  listLabel: string;
  /** The list says this where nothing fits. */
  none: string;
  /** Enter opens the list, where nothing is submitted by it. */
  opensByEnter?: boolean;
}

/**
 * A line of text with a list of what fits it (ARIA's combobox with a list popup). The text is
 * selected when the field gets the focus, so that typing replaces it. The arrow keys move in the
 * list, Enter chooses, Escape closes it.
 */
export function Combobox({
  value,
  onChange,
  options,
  onChoose,
  listLabel,
  none,
  opensByEnter = false,
  ...rest
}: ComboboxProps) {
  const { chosen = value, onKeyDown, onFocus, onBlur, ...input } = rest;
  const [open, setOpen] = useState(false);
  /** Undefined until the keys or the pointer moved. */
  const [at, setAt] = useState<number>();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const isListed = open && options.length > 0;
  // What is written as one of them is called means that one, wherever it stands.
  const active = Math.min(
    at ??
      Math.max(
        0,
        options.findIndex((one) => one.value === chosen),
      ),
    options.length - 1,
  );
  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [open, active]);
  const show = () => {
    if (open) return;
    setAt(undefined);
    setOpen(true);
  };
  const choose = (one: string) => {
    setOpen(false);
    onChoose(one);
  };
  const move = (event: KeyboardEvent, by: number) => {
    event.preventDefault();
    if (!open) return show();
    if (options.length > 0) setAt((active + by + options.length) % options.length);
  };
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Anchor asChild>
        <Input
          {...input}
          role="combobox"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isListed ? optionId(listId, active) : undefined}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            setAt(undefined);
            setOpen(true);
          }}
          onFocus={(event) => {
            event.currentTarget.select();
            onFocus?.(event);
          }}
          onClick={show}
          onBlur={(event) => {
            setOpen(false);
            onBlur?.(event);
          }}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") move(event, 1);
            else if (event.key === "ArrowUp") move(event, -1);
            else if (event.key === "Enter" && open && options[active]) {
              event.preventDefault();
              choose(options[active].value);
            } else if (event.key === "Enter" && opensByEnter && !event.ctrlKey && !event.metaKey) {
              event.preventDefault();
              show();
            } else onKeyDown?.(event);
          }}
        />
      </Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          aria-label="Suggestions"
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-50 flex max-h-[min(18rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-64 animate-rise flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-high"
        >
          <OptionList
            ref={list}
            id={listId}
            label={listLabel}
            none={none}
            options={options}
            active={active}
            onPoint={setAt}
            onChoose={choose}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const optionId = (listId: string, index: number) => `${listId}-${index}`;

interface OptionListProps extends Pick<ComboboxProps, "options" | "onChoose" | "none"> {
  ref: RefObject<HTMLDivElement | null>;
  id: string;
  label: string;
  /** Index of the option that Enter chooses. */
  active: number;
  onPoint: (index: number) => void;
}

/** The options, or that there are none. */
function OptionList({ ref, id, label, none, options, active, onPoint, onChoose }: OptionListProps) {
  return (
    <>
      {options.length === 0 && (
        <output className="block px-3 py-4 text-center text-sm text-ink-muted">{none}</output>
      )}
      <div
        ref={ref}
        id={id}
        role="listbox"
        aria-label={label}
        className={cn("overflow-y-auto p-1", options.length === 0 && "hidden")}
      >
        {options.map((option, index) => (
          <div
            key={option.value}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => onChoose(option.value)}
            // Not when the list moves below a pointer that rests.
            onPointerMove={({ movementX, movementY }) =>
              (movementX !== 0 || movementY !== 0) && onPoint(index)
            }
            className="flex cursor-pointer items-baseline justify-between gap-3 rounded-md px-2.5 py-1.5 text-sm select-none aria-selected:bg-hover"
          >
            <span className="min-w-0 truncate">{option.label}</span>
            {option.aside !== undefined && (
              <span className="shrink-0 text-xs text-ink-faint tabular-nums">{option.aside}</span>
            )}
          </div>
        ))}
      </div>
    </>
  );
}
