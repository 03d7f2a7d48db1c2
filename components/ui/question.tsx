import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

interface QuestionProps extends Omit<ComponentProps<typeof Dialog>, "open" | "onOpenChange" | "footer" | "place"> {
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
}

/** Asks before something is done; `children` say more about what that brings about. */
export function Question(props: QuestionProps) {
  const { open = true, onClose, keep = "Keep it", go, onGo, harmless = false, pending = false, disabled = false, ...dialog } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button variant={harmless ? "primary" : "danger"} loading={pending} disabled={disabled} onClick={onGo}>
            {go}
          </Button>
        </>
      }
      {...dialog}
    />
  );
}
