/** Whether a text names a time zone. Offsets such as +05:00 are none: some engines read them, and others, Node 20 among them, refuse them. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,99}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
