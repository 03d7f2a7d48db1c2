/** Has the browser save something as a file of this name. */
export function saveFile(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
  // The click only begins to read it.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
