/** "1 update", "2,040 updates". */
export function updatesText(count: number): string {
  return count === 1 ? "1 update" : `${count.toLocaleString("en")} updates`;
}
