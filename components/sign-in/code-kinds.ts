/** How a code is asked for, by where it comes from. */
export const codeKinds = {
  app: {
    label: "Code from your app",
    hint: "Six digits. Your authenticator app shows a new one every 30 seconds.",
    placeholder: "123 456",
    inputMode: "numeric",
    autoComplete: "one-time-code",
    autoCapitalize: "none",
  },
  recovery: {
    label: "Recovery code",
    hint: "One of the ten that you were given. Each works once.",
    placeholder: "XXXX-XXXX-XXXX",
    inputMode: "text",
    autoComplete: "off",
    autoCapitalize: "characters",
  },
} as const;
