import { Button } from "@/components/ui/button";
import { isClosing, type FillState } from "./fill-list";

interface FillingButtonsProps {
  state: FillState;
  onCancel: () => void;
  onRetry: () => void;
  onDone: () => void;
}

/**
 * What can be done while a new list is filled. It is not cancelled while the server closes it: the
 * list would be there all the same.
 */
export function FillingButtons({ state, onCancel, onRetry, onDone }: FillingButtonsProps) {
  if (state.kind === "done")
    return (
      <Button variant="primary" onClick={onDone}>
        Done
      </Button>
    );
  return (
    <>
      <Button disabled={isClosing(state)} onClick={onCancel}>
        Cancel
      </Button>
      {state.kind === "failed" && (
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </>
  );
}
