/** "1 update", "2,040 updates". */
export function updatesText(count: number): string {
  return count === 1 ? "1 update" : `${count.toLocaleString("en")} updates`;
}

/** What a toast adds about parked updates that go out because their receiver is on again. */
export function sentNow(count: number): { description: string } {
  if (count === 0) return { description: "New updates go to it." };
  return {
    description: `${count === 1 ? "1 parked update is" : `${count.toLocaleString("en")} parked updates are`} sent now.`,
  };
}
