"use client";

import { X } from "lucide-react";
import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Verbatim } from "@/components/ui/verbatim";

interface ValueListProps {
  /** Names the values: "Values of condition 2". */
  label: string;
  values: readonly unknown[];
  /** What a value is called. */
  valueText: (value: unknown) => string;
  onChange: (values: unknown[]) => void;
  /** The control that adds values. */
  children: (add: (values: readonly unknown[]) => void) => ReactNode;
}

/** Several values as chips, and behind them what adds another. */
export function ValueList({ label, values, valueText, onChange, children }: ValueListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [news, setNews] = useState("");
  const add = (added: readonly unknown[]) => {
    const fresh = added.filter((one) => !values.includes(one));
    if (fresh.length === 0) return;
    setNews(`${fresh.map(valueText).join(", ")} added`);
    onChange([...values, ...fresh]);
  };
  /** The focus moves on before it would be lost with the button. */
  const remove = (value: unknown, index: number) => {
    const buttons = box.current?.querySelectorAll<HTMLElement>("li button");
    (buttons?.[index + 1] ?? buttons?.[index - 1] ?? box.current?.querySelector("input"))?.focus();
    setNews(`${valueText(value)} removed`);
    onChange(values.filter((one) => one !== value));
  };
  return (
    <div ref={box} className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-1.5">
      {values.length > 0 && (
        <ul aria-label={label} className="contents">
          {values.map((value, index) => (
            <li
              key={String(value)}
              className="flex h-7 max-w-full min-w-0 items-center rounded-sm bg-neutral-soft pl-2 text-sm text-neutral-fg"
            >
              <Verbatim className="truncate">{valueText(value)}</Verbatim>
              <button
                type="button"
                aria-label={`Remove ${valueText(value)}`}
                onClick={() => remove(value, index)}
                className="grid size-7 shrink-0 place-items-center rounded-sm hover:text-ink"
              >
                <X aria-hidden className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="min-w-36 flex-1">{children(add)}</div>
      <output className="sr-only">{news}</output>
    </div>
  );
}

interface ValueInputProps {
  /** Its accessible name. */
  label: string;
  placeholder: string;
  /** A typed text as a value. */
  read: (text: string) => unknown;
  onAdd: (values: readonly unknown[]) => void;
  numeric: boolean;
  describedBy: string | undefined;
  isWrong: boolean;
}

/** Types values: Enter, or leaving the field, adds one; a pasted list adds each of its lines. */
export function ValueInput({
  label,
  placeholder,
  read,
  onAdd,
  numeric,
  describedBy,
  isWrong,
}: ValueInputProps) {
  const [text, setText] = useState("");
  const add = () => {
    if (text.trim() === "") return;
    onAdd([read(text.trim())]);
    setText("");
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  const pasted = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData("text")
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== "");
    if (lines.length < 2) return;
    event.preventDefault();
    onAdd(lines.map(read));
  };
  return (
    <Input
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isWrong || undefined}
      autoComplete="off"
      autoCapitalize="none"
      inputMode={numeric ? "decimal" : "text"}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={keyed}
      onPaste={pasted}
      onBlur={add}
      className={cn("h-8", numeric && "tabular-nums")}
    />
  );
}
