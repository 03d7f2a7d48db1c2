import { Button } from "./button";

interface SecretToggleProps {
  /** What is shown: "Show" + this is its name, e.g. "password". */
  what: string;
  isVisible: boolean;
  onChange: (isVisible: boolean) => void;
}

/** At the end of a control that holds a secret, inside a `relative` box: lets it be looked at. */
export function SecretToggle({ what, isVisible, onChange }: SecretToggleProps) {
  const word = isVisible ? "Hide" : "Show";
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`${word} ${what}`}
      aria-pressed={isVisible}
      onClick={() => onChange(!isVisible)}
      className="absolute top-1 right-1"
    >
      {word}
    </Button>
  );
}
