/**
 * The form's name for the place a problem points to: `/channels/push/android/text` → `channels.push.android.text`.
 * Form names cannot hold a member with a dot in it: then the nearest member above it is named. The whole document is "root".
 *
 * @param pointer RFC 6901
 */
export function pathOfPointer(pointer: string): string {
  const members: string[] = [];
  for (const token of pointer.split("/").slice(1)) {
    const member = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (member === "" || /[.[\]]/.test(member)) break;
    members.push(member);
  }
  return members.length === 0 ? "root" : members.join(".");
}
