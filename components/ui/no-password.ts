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
