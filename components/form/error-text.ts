/**
 * The first message in a form's error, however deep it stands: a list of identifiers has one error
 * for each of them.
 */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { message } = error as { message?: unknown };
  if (typeof message === "string" && message !== "") return message;
  for (const [name, member] of Object.entries(error)) {
    const memberMessage = name === "ref" ? undefined : firstMessage(member);
    if (memberMessage !== undefined) return memberMessage;
  }
  return undefined;
}
