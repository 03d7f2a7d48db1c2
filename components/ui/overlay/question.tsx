"use client";

import { useRef, type ComponentProps, type ReactNode } from "react";
import { Button } from "../button";
import { Dialog } from "./dialog";

interface QuestionProps extends Omit<
  ComponentProps<typeof Dialog>,
  "open" | "onOpenChange" | "footer" | "place" | "initialFocus"
> {
  open?: boolean;
  onClose: () => void;
  /** On the button that changes nothing. */
  keep?: string;
  /** On the button that goes ahead. */
  go: ReactNode;
  onGo: () => void;
  /** Goes ahead with something that takes nothing away. */
  harmless?: boolean;
  /** What was confirmed is under way. */
  pending?: boolean;
  disabled?: boolean;
  /**
   * The button that has the focus at first, where it is not the first thing inside that can have
   * it.
   */
  focus?: "keep" | "go";
}

/** Asks before something is done; `children` say more about what that brings about. */
export function Question(props: QuestionProps) {
  const {
    open = true,
    onClose,
    keep = "Keep it",
    go,
    onGo,
    harmless = false,
    pending = false,
    disabled = false,
    focus,
    ...dialog
  } = props;
  const focused = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      footer={
        <>
          <Button ref={focus === "keep" ? focused : undefined} onClick={onClose}>
            {keep}
          </Button>
          <Button
            ref={focus === "go" ? focused : undefined}
            variant={harmless ? "primary" : "danger"}
            loading={pending}
            disabled={disabled}
            onClick={onGo}
          >
            {go}
          </Button>
        </>
      }
      initialFocus={focused}
      {...dialog}
    />
  );
}
