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

/**
 * On a field of a secret that is no password of the user, such as a key: password managers neither
 * fill it in nor offer to store it. Browsers ignore `autocomplete="off"` there and fill in the
 * password of this site; the other attributes are those of 1Password, LastPass, Bitwarden and
 * Dashlane.
 */
export const noPassword = {
  autoComplete: "new-password",
  "data-1p-ignore": "",
  "data-lpignore": "true",
  "data-bwignore": "",
  "data-form-type": "other",
} as const;
