/**
 * What to tell somebody whose sign-in was refused.
 *
 * @param error as next-auth hands it over: `wrong`, `paused:<seconds>`, `CredentialsSignin`, or something of its own
 */
export function refusalText(error: string): string {
  const paused = /^paused:(\d+)$/.exec(error);
  if (paused) return `Too many tries. Wait ${waitText(Number(paused[1]))}, then try again.`;
  if (error === "wrong" || error === "CredentialsSignin")
    return "This e-mail address and password do not belong together. Check both and try again.";
  return "Signing in did not work just now. Try again in a moment.";
}

function waitText(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "one second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
