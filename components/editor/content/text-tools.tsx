"use client";

import { Braces, Smile } from "lucide-react";
import { memo, useRef, useState, type FocusEvent, type ReactNode, type RefObject } from "react";
import { focusField } from "@/components/form/focus-field";
import { Later, later } from "@/components/ui/browser/later";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Popover } from "@/components/ui/overlay/popover";
import { insertAtCaret, rangeIn, type Range } from "./caret";

/** With some two thousand names it is larger than the composer, and most messages do without. */
const emojiGrid = later(() => import("./emoji-grid"));
const parameterPicker = later(() => import("./parameter-picker"));

const few = "grid h-40 place-items-center text-sm text-ink-faint";
const waiting = "grid h-96 place-items-center text-sm text-ink-faint";

type Tool = "emoji" | "parameter";
type Box = RefObject<HTMLDivElement | null>;

interface TextToolsProps {
  /** Name of the text that is written into. */
  label: string;
  /** False where parameters are not replaced. */
  parameters?: boolean;
  /** One input or textarea. */
  children: ReactNode;
}

/**
 * A text control with what may be put into it: emoji, and parameters of a template. They go where
 * the caret was left.
 */
export function TextTools({ label, parameters = true, children }: TextToolsProps) {
  const box = useRef<HTMLDivElement>(null);
  const left = useRef<Range>(undefined);
  const leave = ({ target }: FocusEvent) => {
    const field = controlIn(box);
    if (field && target === field)
      left.current = { start: field.selectionStart ?? 0, end: field.selectionEnd ?? 0 };
  };
  return (
    <div
      ref={box}
      onBlur={leave}
      className={cn(
        "relative",
        parameters ? "[&>input]:pr-18 [&>textarea]:pr-18" : "[&>input]:pr-10 [&>textarea]:pr-10",
      )}
    >
      {children}
      <Tools label={label} parameters={parameters} box={box} left={left} />
    </div>
  );
}

interface ToolsProps extends Required<Omit<TextToolsProps, "children">> {
  /** Has the control inside. */
  box: Box;
  /** Where the caret was when the control lost the focus. */
  left: RefObject<Range | undefined>;
}

/** Apart from the control, because that is redrawn at each key. */
const Tools = memo(function Tools({ label, parameters, box, left }: ToolsProps) {
  const [open, setOpen] = useState<Tool>();
  const then = useRef<() => void>(undefined);
  /** Closes, and does something with the focus where it would go back to the button. */
  const closeAnd = (what: () => void) => {
    then.current = what;
    setOpen(undefined);
  };
  const closed = (event: Event) => {
    if (!then.current) return;
    event.preventDefault();
    then.current();
    then.current = undefined;
  };
  const pick = (text: string) =>
    closeAnd(() => {
      const field = controlIn(box);
      if (field) insertAtCaret(field, rangeIn(field.value, left.current), text);
    });
  const tool = (name: Tool) => ({
    open: open === name,
    onOpenChange: (on: boolean) => setOpen(on ? name : undefined),
    onClosed: closed,
  });

  return (
    <span className="absolute top-1 right-1 flex gap-0.5">
      {parameters && (
        <Popover
          {...tool("parameter")}
          label={`Parameters for ${label}`}
          trigger={
            <IconButton
              icon={Braces}
              label={`Insert a parameter into ${label}`}
              size="sm"
              className="text-ink-faint"
            />
          }
        >
          <Later
            part={parameterPicker}
            waiting={<p className={few}>One moment …</p>}
            notLoaded={<p className={few}>The parameters could not be loaded.</p>}
          >
            {({ ParameterPicker }) => (
              <ParameterPicker
                onPick={pick}
                onTemplate={() => closeAnd(() => focusField(document.body, "message.template"))}
              />
            )}
          </Later>
        </Popover>
      )}
      <Popover
        {...tool("emoji")}
        label={`Emoji for ${label}`}
        trigger={
          <IconButton
            icon={Smile}
            label={`Insert an emoji into ${label}`}
            size="sm"
            className="text-ink-faint"
          />
        }
      >
        <Later
          part={emojiGrid}
          waiting={<p className={waiting}>One moment …</p>}
          notLoaded={<p className={waiting}>The emoji could not be loaded.</p>}
        >
          {({ EmojiGrid }) => <EmojiGrid onPick={pick} />}
        </Later>
      </Popover>
    </span>
  );
});

function controlIn(box: Box) {
  return box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
}
