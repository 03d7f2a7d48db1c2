"use client";

import { X } from "lucide-react";
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { cn } from "@/components/ui/cn";
import type { FieldControl } from "@/components/ui/field";
import { controlClass } from "@/components/ui/input";
import { Code } from "@/components/ui/verbatim";
import { addTokens, parseTokens } from "@/lib/compose/tokens";

interface TokenInputProps {
  control: FieldControl;
  label: string;
  path: string;
  tokens: readonly string[];
  onChange: (tokens: string[]) => void;
  placeholder: string;
}

/** Chips that are drawn; the rest is shown as a number. */
const mostShown = 60;

/**
 * Identifiers as chips. Enter, comma or space ends one; a pasted list becomes many; Backspace takes
 * the last.
 */
export function TokenInput({
  control,
  label,
  path,
  tokens,
  onChange,
  placeholder,
}: TokenInputProps) {
  const [text, setText] = useState("");
  const [news, setNews] = useState("");
  const box = useRef<HTMLDivElement>(null);

  const add = (added: readonly string[]) => {
    if (added.length === 0) return;
    const { tokens: next, repeats } = addTokens(tokens, added);
    const count = next.length - tokens.length;
    setNews(`${count} added${repeats > 0 ? `, ${repeats} already there` : ""}`);
    onChange(next);
    setText("");
  };
  const remove = (token: string) => {
    setNews(`${token} removed`);
    onChange(tokens.filter((other) => other !== token));
  };
  /** Removes by a button, which goes with its chip: the focus moves on before it would be lost. */
  const press = (token: string, index: number) => {
    const buttons = box.current?.querySelectorAll<HTMLElement>("li button");
    (buttons?.[index + 1] ?? buttons?.[index - 1] ?? box.current?.querySelector("input"))?.focus();
    remove(token);
  };
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const ends =
      event.key === "Enter" || event.key === "," || event.key === ";" || event.key === " ";
    if (
      ends &&
      !(event.key === "Enter" && (event.ctrlKey || event.metaKey)) &&
      !text.trimStart().startsWith("{")
    ) {
      event.preventDefault();
      add(parseTokens(text));
    } else if (event.key === "Backspace" && text === "") {
      const last = tokens.at(-1);
      if (last !== undefined) remove(last);
    }
  };
  const pasted = (event: ClipboardEvent<HTMLInputElement>) => {
    const list = parseTokens(event.clipboardData.getData("text"));
    if (list.length < 2 && !list[0]?.startsWith("{")) return;
    event.preventDefault();
    add([...parseTokens(text), ...list]);
  };

  return (
    <div
      ref={box}
      className={cn(
        controlClass,
        "flex max-h-44 min-h-9 flex-wrap items-center gap-1 overflow-y-auto px-1.5 py-1 focus-within:border-ring focus-within:outline-2 focus-within:outline-ring/45",
        control["aria-invalid"] && "border-red-solid",
      )}
    >
      {tokens.length > 0 && (
        <ul aria-label={`${label}, chosen`} className="contents">
          {tokens.slice(0, mostShown).map((token, index) => (
            <li
              key={token}
              className="flex h-6.5 max-w-full min-w-0 items-center rounded-sm bg-neutral-soft pl-2 text-sm text-neutral-fg"
            >
              <Code className="truncate" title={token}>
                {token}
              </Code>
              <button
                type="button"
                aria-label={`Remove ${token}`}
                onClick={() => press(token, index)}
                className="grid size-6.5 shrink-0 place-items-center rounded-sm hover:text-ink"
              >
                <X aria-hidden className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {tokens.length > mostShown && (
        <span className="px-1 text-xs text-ink-faint">and {tokens.length - mostShown} more</span>
      )}
      <input
        {...control}
        data-path={path}
        aria-label={label}
        value={text}
        placeholder={tokens.length === 0 ? placeholder : ""}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keyed}
        onPaste={pasted}
        onBlur={() => add(parseTokens(text))}
        className="h-6.5 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
      />
      <output className="sr-only">{news}</output>
    </div>
  );
}
