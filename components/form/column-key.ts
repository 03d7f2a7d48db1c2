/** What the name of a column is compared by: "User ID" and "user_id" are the same one. */
export function columnKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
