/** `["channels", "a/b", 0]` → `/channels/a~1b/0` (RFC 6901). */
export function pointerOf(path: readonly PropertyKey[]): string {
  let pointer = "";
  for (const step of path) pointer += `/${escapeStep(String(step))}`;
  return pointer;
}

/** Returns what a schema found, with pointers below a prefix. */
export function schemaProblems(
  { issues }: { issues: readonly { path: readonly PropertyKey[]; message: string }[] },
  prefix = "",
): { pointer: string; message: string }[] {
  return issues.map(({ path, message }) => ({ pointer: prefix + pointerOf(path), message }));
}

/** One name as a step of a pointer: `a/b~` → `a~1b~0` (RFC 6901 section 3). */
export function escapeStep(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}

/** `/channels/a~1b/0` → `["channels", "a/b", "0"]`; `""` → `[]` (RFC 6901 section 4). */
export function stepsOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * `/channels/push/android/text` → `channels.push.android.text`, the name of the field in a form.
 */
export function pointerToPath(pointer: string): string {
  return stepsOf(pointer).join(".");
}
