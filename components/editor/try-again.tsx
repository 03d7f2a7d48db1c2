import { Button } from "@/components/ui/button";

/** The button next to what could not be fetched or counted. */
export function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" onClick={onClick}>
      Try again
    </Button>
  );
}
